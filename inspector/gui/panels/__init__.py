"""Panels: each reads the :class:`~inspector.gui.inspector_state.InspectorState` and sends it intents, never another panel."""
