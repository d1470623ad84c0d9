from __future__ import annotations

import base64
import hashlib
import hmac
import json
from email.message import Message
from typing import Any

import pytest

from clipwright import WebhookVerificationError, verify_webhook

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
BODY = '{"type":"task.completed","timestamp":"2026-01-01T00:00:00.000Z","data":{"task_id":"t1"}}'
NOW = 1_767_225_600


def sign(text: str, key: str = SECRET, message_id: str = "msg_1", at: int = NOW) -> dict[str, str]:
    signed = f"{message_id}.{at}.{text}".encode()
    mac = hmac.new(base64.b64decode(key[6:]), signed, hashlib.sha256).digest()
    signature = f"v1,{base64.b64encode(mac).decode()}"
    return {"webhook-id": message_id, "webhook-timestamp": str(at), "webhook-signature": signature}


def refused(headers: Any, body: str = BODY, secret: Any = SECRET, **options: Any) -> str:
    with pytest.raises(WebhookVerificationError) as caught:
        verify_webhook(headers, body, secret, **{"now": NOW, **options})
    return caught.value.reason


def test_the_vector_that_all_libraries_of_standard_webhooks_share_is_well_signed() -> None:
    headers = {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    body = '{"test": 2432232314}'
    assert refused(headers, body, now=1_614_265_330) == "no_event"  # the last thing that is looked at
    assert refused(headers, body, OTHER, now=1_614_265_330) == "wrong_signature"


def test_an_event_is_given_from_headers_of_any_framework_from_text_or_bytes() -> None:
    headers = sign(BODY)
    event = verify_webhook(headers, BODY, SECRET, now=NOW)
    assert event == {"id": "msg_1", **json.loads(BODY)}
    assert verify_webhook(headers, BODY.encode(), SECRET, now=NOW) == event
    titled = {name.title(): value for name, value in headers.items()}
    assert verify_webhook(titled, BODY, SECRET, now=NOW) == event
    of_http_server = Message()
    for name, value in titled.items():
        of_http_server[name] = value
    assert verify_webhook(of_http_server, BODY, SECRET, now=NOW) == event
    lists = {name: [value] for name, value in headers.items()}
    assert verify_webhook(lists, BODY, SECRET, now=NOW) == event
    wide = BODY.replace("t1", "视频🎬")
    assert verify_webhook(sign(wide), wide, SECRET, now=NOW)["id"] == "msg_1"


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        (sign(BODY, OTHER), BODY),
        (sign(BODY), BODY.replace("t1", "t2")),
        (sign(BODY), json.dumps(json.loads(BODY), indent=1)),
        (sign(BODY), f"{BODY}\n"),
        ({**sign(BODY), "webhook-id": "msg_2"}, BODY),
        ({**sign(BODY), "webhook-timestamp": str(NOW + 1)}, BODY),
    ],
)
def test_another_secret_another_byte_another_form_of_the_same_json(
    headers: dict[str, str], body: str
) -> None:
    assert refused(headers, body) == "wrong_signature"


def test_a_signature_without_its_version_cut_short_or_none_at_all() -> None:
    headers = sign(BODY)
    signature = headers["webhook-signature"]
    for bad in (signature[3:], signature.replace("v1,", "v2,"), signature[:-8], "v1,", "v1,!!!", "v1,é", " "):
        assert refused({**headers, "webhook-signature": bad}) == "wrong_signature", bad
    for name in headers:
        assert refused({one: value for one, value in headers.items() if one != name}) == "missing_header"
        assert refused({**headers, name: ""}) == "missing_header"


def test_during_a_rotation_either_secret_will_do_on_either_side() -> None:
    newer, older = sign(BODY, OTHER), sign(BODY)
    both = {**older, "webhook-signature": f"{newer['webhook-signature']} {older['webhook-signature']}"}
    assert verify_webhook(both, BODY, SECRET, now=NOW), "who still has the old one"
    assert verify_webhook(both, BODY, OTHER, now=NOW), "who has the new one"
    assert verify_webhook(older, BODY, [OTHER, SECRET], now=NOW)
    assert refused(older, secret=[OTHER]) == "wrong_signature"
    assert refused(older, secret=[]) == "wrong_signature"


@pytest.mark.parametrize("bad", ["", "whsec_", "whsec_!!", "whsec_AAAA"])
def test_a_secret_that_is_none_is_the_callers_mistake(bad: str) -> None:
    with pytest.raises(ValueError, match="secret"):
        verify_webhook(sign(BODY), BODY, bad, now=NOW)


def test_six_minutes_ago_or_ahead_is_refused_four_are_fine() -> None:
    for minutes in (-4, 4):
        assert verify_webhook(sign(BODY), BODY, SECRET, now=NOW + minutes * 60)
    for minutes in (-6, 6):
        assert refused(sign(BODY), now=NOW + minutes * 60) == "wrong_time"
    assert refused({**sign(BODY), "webhook-timestamp": "now"}) == "wrong_time"
    assert refused({**sign(BODY), "webhook-timestamp": "١٧٦٧٢٢٥٦٠٠"}) == "wrong_time"
    assert refused(sign(BODY), now=None) == "wrong_time", "by the clock of this machine"


def test_an_id_that_was_seen_is_refused_and_a_forged_one_is_not_remembered() -> None:
    seen: set[str] = set()

    def is_new(message_id: str) -> bool:
        was_new = message_id not in seen
        seen.add(message_id)
        return was_new

    assert refused(sign(BODY, OTHER), is_new=is_new) == "wrong_signature"
    assert verify_webhook(sign(BODY), BODY, SECRET, now=NOW, is_new=is_new)
    assert refused(sign(BODY), is_new=is_new) == "replayed"
