import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

HANDED = Path(__file__).parents[1] / "cases" / "draws.json"
DRAWS = json.loads(HANDED.read_text(encoding="utf-8"))


@pytest.fixture
def verify(tmp_path, capsys):
    """Writes the content to a file; gives exit status and answer."""

    def run(content):
        path = tmp_path / "draw.json"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return answer_of(str(path), capsys)

    return run


def answer_of(file, capsys):
    try:
        call_command("verify_draw", file)
        status = 0
    except SystemExit as stopped:
        status = stopped.code
    return status, json.loads(capsys.readouterr().out)


def brief(answer):
    return [(error["path"], error["code"]) for error in answer["errors"]]


def test_R2_6_verify_draw_says_valid(verify):
    assert verify(DRAWS[0]) == (0, {"valid": True})


def test_R2_6_verify_draw_answers_a_list_with_a_list(verify):
    assert verify(DRAWS) == (0, [{"valid": True}] * 3)
    assert verify([]) == (0, [])


def test_R2_6_verify_draw_finds_meddling(verify):
    status, answer = verify({**DRAWS[0], "salt": "43"})
    assert (status, brief(answer)) == (1, [("result.1.1", "draw_mismatch")])
    assert answer["errors"][0]["message"]


def test_verify_draw_answers_each_draw_of_a_list(verify):
    status, (good, bad, none) = verify([DRAWS[0], {**DRAWS[1], "seed": 5}, None])
    assert status == 1
    assert good == {"valid": True}
    assert brief(bad) == [("seed", "schema")]
    assert brief(none) == [("", "schema")]


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b'{"seed": NaN}', b"[" * 30 + b"]" * 30])
def test_verify_draw_of_what_is_no_json(verify, content):
    status, answer = verify(content)
    assert (status, brief(answer)) == (1, [("", "invalid_json")])


def test_verify_draw_reads_a_file_with_a_byte_order_mark(verify):
    assert verify(b"\xef\xbb\xbf" + HANDED.read_bytes())[0] == 0


def test_verify_draw_refuses_a_key_given_twice(verify):
    text = json.dumps(DRAWS[0]).replace('"salt": "42"', '"salt": "42", "salt": "42"')
    assert text != json.dumps(DRAWS[0])
    status, answer = verify(text.encode())
    assert (status, {error["code"] for error in answer["errors"]}) == (1, {"schema"})


def test_verify_draw_reads_standard_input(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(HANDED.read_bytes()), encoding="ascii"))
    assert answer_of("-", capsys)[0] == 0


def test_verify_draw_without_a_file_is_wrong_usage():
    with pytest.raises(CommandError):
        call_command("verify_draw")
