"""Correcting a game's map against one's own copy of it; see :class:`gpwlab.widgets.mapeditor.editor.MapEditor`."""
