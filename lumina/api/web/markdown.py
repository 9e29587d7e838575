"""Markdown of people and models as HTML that can do no harm: no HTML of its own, no pictures from elsewhere."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
    parser.disable(["image", "html_inline", "html_block"])
    parser.add_render_rule("link_open", _link)
    return parser


def _link(self: Any, tokens: Sequence[Token], at: int, options: Any, _: Any) -> str:
    """Where a link leads does not learn where it was followed."""
    tokens[at].attrs.update({"rel": "noopener noreferrer nofollow", "target": "_blank"})
    return str(self.renderToken(tokens, at, options, _))


def as_html(text: str) -> Markup:
    return Markup(_parser().render(text))
