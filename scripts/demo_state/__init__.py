"""The parts of ``scripts/make_demo.py``: texts, tool output, transcripts, prompt reports and databases of the demo."""
