from inspector.stores.recent_values import RecentValues


def test_what_was_unused_longest_is_forgotten():
    values = RecentValues(2)
    values.keep("a", 1)
    values.keep("b", 2)
    assert values.find("a") == 1
    values.keep("c", 3)
    assert [values.find(key) for key in "abc"] == [1, None, 3]


def test_a_key_holds_its_latest_value():
    values = RecentValues(2)
    values.keep("a", 1)
    values.keep("a", 2)
    values.keep("b", 3)
    assert [values.find(key) for key in "ab"] == [2, 3]
