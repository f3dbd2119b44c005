"""``python -m gpwlab`` is the ``gpwlab`` command."""

from gpwlab.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
