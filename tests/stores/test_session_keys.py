import pytest

from inspector.stores.session_keys import find_chat_type, session_kind


@pytest.mark.parametrize(
    ("key", "chat_type", "kind"),
    [
        ("agent:main:main", None, "main"),
        ("agent:main:main", "direct", "main"),
        ("main", None, "main"),
        ("agent:main:main:thread:12", None, "main"),
        ("agent:main:cron:j1:run:r1", None, "cron"),
        ("cron:j1", None, "cron"),
        ("agent:main:subagent:u1", None, "subagent"),
        ("subagent:u1", None, "subagent"),
        ("agent:main:subagent:u1", "direct", "subagent"),
        ("agent:main:main:heartbeat", None, "heartbeat"),
        ("agent:main:telegram:group:g1", None, "group"),
        ("agent:main:telegram:group:g1:topic:7", None, "group"),
        ("agent:main:slack:work:channel:c1", None, "channel"),
        ("agent:main:slack:work:group:c1", None, "group"),
        ("group:g1", None, "group"),
        ("channel:c1", None, "channel"),
        ("agent:main:whatsapp:12345@g.us", None, "group"),
        ("agent:main:discord:guild-1:channel-2", None, "channel"),
        ("agent:main:telegram:direct:p1", None, "direct"),
        ("agent:main:telegram:dm:p1", None, "direct"),
        ("agent:main:telegram:acct:direct:p1", None, "direct"),
        ("agent:main:compact", "direct", "direct"),
        ("agent:main:compact", "group", "group"),
        ("agent:main:compact", "channel", "channel"),
        ("agent:main:compact", None, "other"),
        ("agent:main:group", None, "other"),
        ("agent:main:acp:group-work:x", None, "other"),
        ("AGENT:MAIN:MAIN", None, "main"),
        ("agent:main:x", "something new", "other"),
        ("", None, "other"),
    ],
)
def test_kind_follows_the_key_and_then_the_chat_type(key, chat_type, kind):
    assert session_kind(key, chat_type) == kind


def test_chat_type_may_stand_in_the_origin():
    assert find_chat_type({"chatType": "group", "origin": {"chatType": "direct"}}) == "group"
    assert find_chat_type({"origin": {"chatType": "direct"}}) == "direct"
    assert find_chat_type({"origin": "x"}) is None
