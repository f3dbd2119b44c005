"""How Voila shows the notebooks, wherever gpwlab starts a server; found through JUPYTER_CONFIG_PATH."""

from gpwlab.cli import studies

c = get_config()  # type: ignore[name-defined]  # noqa: F821
c.VoilaConfiguration.template = "gpwlab"
c.VoilaConfiguration.allow_template_override = "NO"  # other templates load from a CDN
c.VoilaConfiguration.allow_theme_override = "NO"  # the page has both themes, and a button
c.VoilaConfiguration.file_allowlist = []  # Voila would serve these without the token; pictures are in the page
c.VoilaConfiguration.progressive_rendering = True  # text first, each result when it is there
c.VoilaConfiguration.show_tracebacks = True  # a cell that fails is seen to fail
c.VoilaConfiguration.page_config_hook = studies.page_config
c.VoilaConfiguration.prelaunch_hook = studies.in_own_folder
