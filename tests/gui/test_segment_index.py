"""Look-ups in a tree of segments."""

from __future__ import annotations

from segment_trees import context, conversation, message

from inspector.gui.segment_index import index_segments


def test_ids_entries_and_the_way_up():
    tree = context(conversation([message(1, "user", "user", [("text", 5), ("image", 7)])]))
    index = index_segments(tree)
    assert set(index.by_id) == {
        "context",
        "conversation",
        "conversation/e000001",
        "conversation/e000001/0",
        "conversation/e000001/1",
    }
    assert index.by_entry == {"e000001": "conversation/e000001"}
    path = [segment.id for segment in index.path_to("conversation/e000001/1")]
    assert path == ["context", "conversation", "conversation/e000001", "conversation/e000001/1"]
    assert index.find("conversation/e000001/1").tokens.tokens == 7


def test_unknown_ids():
    index = index_segments(context())
    assert index.find("gone") is None
    assert index.find(None) is None
    assert index.path_to("gone") == ()
