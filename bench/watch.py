"""Scripts for the page: when the layers of the map were last painted."""

from __future__ import annotations

QUIET_MS = 600

# The layers of the map are images, one in each pane. A paint is the frame after an image has been decoded.
WATCH = """
() => {
  const painted = {begin: null, last: null};
  window.gpwlabBench = painted;
  const note = async image => {
    await image.decode().catch(() => null);
    requestAnimationFrame(() => { painted.last = performance.now(); });
  };
  new MutationObserver(changes => {
    for (const change of changes) {
      if (change.type === 'attributes' && change.target.matches?.('.leaflet-image-layer')) note(change.target);
      for (const node of change.addedNodes)
        if (node.querySelectorAll)
          for (const image of [node, ...node.querySelectorAll('*')])
            if (image.matches('.leaflet-image-layer')) note(image);
    }
  }).observe(document.body, {subtree: true, childList: true, attributes: true, attributeFilter: ['src']});
  for (const kind of ['keydown', 'pointerdown'])
    document.addEventListener(kind, () => { painted.begin = performance.now(); painted.last = null; }, true);
}
"""
SETTLED = f"() => gpwlabBench.last !== null && performance.now() - gpwlabBench.last > {QUIET_MS}"
TOOK = "() => gpwlabBench.last - gpwlabBench.begin"
