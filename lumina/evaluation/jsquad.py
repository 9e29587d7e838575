"""JSQuAD (yahoojapan/JGLUE), and any file in SQuAD's format: every paragraph is a document, and the questions about it
have that document for evidence."""

from collections.abc import Iterator
from pathlib import Path

from lumina.errors import BadInput, because
from lumina.evaluation.questions import Documents, Question
from lumina.texts import LONGEST
from lumina.transfer.formats.line import Complain, Object, a_list, an_object, complaint, parsed, text_of

TITLE_END = " [SEP] "
"""Between a paragraph's title and its text, in JSQuAD."""


def read_jsquad(path: Path) -> Documents:
    """Raises BadInput, BadFile."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(why=because("{path} cannot be read ({error})", path=path, error=error)) from error
    complain = complaint(path, 1)
    whole = an_object(parsed(path, text, 1), because('this is an object with "data"'), complain)
    texts: list[tuple[str, str]] = []
    questions: list[Question] = []
    for name, paragraph in _paragraphs(whole, complain):
        texts.append((name, text_of(paragraph, "context", complain, LONGEST).replace(TITLE_END, "\n", 1)))
        for value in a_list(paragraph.get("qas"), because('"qas" must be a list'), complain):
            question = an_object(value, because("a question is an object"), complain)
            questions.append(Question(text_of(question, "question", complain, LONGEST), "jsquad", (name,)))
    return Documents(path.stem, tuple(texts), tuple(questions))


def _paragraphs(whole: Object, complain: Complain) -> Iterator[tuple[str, Object]]:
    """Each with a name of its own."""
    for at, value in enumerate(a_list(whole.get("data"), because('"data" must be a list'), complain)):
        article = an_object(value, because("an article is an object"), complain)
        title = text_of(article, "title", complain)
        for number, paragraph in enumerate(
            a_list(article.get("paragraphs"), because('"paragraphs" must be a list'), complain)
        ):
            yield f"{at}/{title}/{number}", an_object(paragraph, because("a paragraph is an object"), complain)
