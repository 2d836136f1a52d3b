"""Real tokenizers, for counting what a text comes to with an llm rather than what the runtime takes it for.

Their vocabularies travel with the ``litellm`` package and are read from there: nothing is fetched, and ``litellm``
itself is not imported. Loading takes most of a second, so it happens when the first one is asked for.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from inspector.domain.errors import EnvironmentMissingError

DEFAULT_TOKENIZER = "o200k_base"

_VOCABULARIES = {
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
}
"""SHA-256 of each vocabulary file. ``tiktoken`` deletes and fetches a file that is not the one it expects, so the
file is compared before it gets to see it."""

_VOCABULARY_URL = "https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"
"""Never opened: ``tiktoken`` names its cached files by the SHA-1 of this."""

_CACHE_VARIABLE = "TIKTOKEN_CACHE_DIR"
_CHUNK_CHARS = 50_000
"""``tiktoken`` aborts with a stack overflow on an unbroken run of a million blanks, so it never sees so long a text."""

_loading = threading.Lock()


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """A tokenizer by its public name; ``encode`` gives the tokens of a text of at most some 50,000 characters."""

    name: str
    encode: Callable[[str], Sequence[int]]

    def count(self, text: str) -> int:
        """Tokens of ``text``; what looks like a control token counts as plain text, a lone surrogate as U+FFFD.

        Long texts are counted in pieces that begin at a blank before a word, where no token can span. Only an
        unbroken run of more than 50,000 characters is cut within: each such cut may add a token or two.
        """
        return sum(len(self.encode(piece)) for piece in _split(text))


def _split(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > _CHUNK_CHARS:
        end = _find_cut(text, start, start + _CHUNK_CHARS)
        yield text[start:end]
        start = end
    yield text[start:]


def _find_cut(text: str, start: int, end: int) -> int:
    """The last blank in ``(start, end]`` that follows something else than white space, else ``end``."""
    blank = text.rfind(" ", start + 1, end + 1)
    while blank != -1 and text[blank - 1].isspace():
        blank = text.rfind(" ", start + 1, blank)
    return end if blank == -1 else blank


def get_tokenizer(name: str = DEFAULT_TOKENIZER) -> Tokenizer:
    """The tokenizer ``o200k_base`` or ``cl100k_base``, loaded once.

    Raises:
        ValueError: there is no tokenizer of this name.
        EnvironmentMissingError: its vocabulary is not where it should be, or is damaged.
    """
    if name not in _VOCABULARIES:
        raise ValueError(f"no tokenizer {name!r}; there are {', '.join(sorted(_VOCABULARIES))}")
    return _load_tokenizer(name)


@cache
def _load_tokenizer(name: str) -> Tokenizer:
    folder = _find_vocabulary_folder()
    _check_vocabulary(folder, name)
    with _loading, _environment_variable(_CACHE_VARIABLE, str(folder)):
        import tiktoken  # noqa: PLC0415  (takes a tenth of a second that most commands do not need)

        return Tokenizer(name, tiktoken.get_encoding(name).encode_ordinary)


def _find_vocabulary_folder() -> Path:
    spec = find_spec("litellm")
    if spec is None or not spec.submodule_search_locations:
        raise EnvironmentMissingError(
            "Tokens cannot be counted: the package litellm, which carries the tokenizers' vocabularies, "
            "is not installed. Install it with pip install litellm."
        )
    return Path(spec.submodule_search_locations[0]) / "litellm_core_utils" / "tokenizers"


def _check_vocabulary(folder: Path, name: str) -> None:
    file_name = hashlib.sha1(_VOCABULARY_URL.format(name=name).encode(), usedforsecurity=False).hexdigest()
    path = folder / file_name
    try:
        found = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise EnvironmentMissingError(
            f"Tokens cannot be counted: the vocabulary of {name} cannot be read from {path} ({error.strerror}). "
            "Reinstall the package litellm."
        ) from error
    if found != _VOCABULARIES[name]:
        raise EnvironmentMissingError(
            f"Tokens cannot be counted: the vocabulary of {name} in {path} is not the expected one. "
            "Reinstall the package litellm."
        )


@contextmanager
def _environment_variable(name: str, value: str) -> Iterator[None]:
    """``os.environ[name] = value`` for the block; put back afterwards."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
