"""What is written is read somewhere: a column that no statement names but to write it has no use."""

import ast
import re
from collections.abc import Iterator, Mapping

from harness.commands import ROOT
from harness.parsing import parsed
from lumina.databases.postgres import Database

OURS = """
select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attnum > 0 and not a.attisdropped
  and c.relname !~ '^(_?yoyo|procrastinate|checkpoint)'
  and not exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey))
"""
"""Without those by which a row is known: what refuses a second one reads them."""

FUNCTIONS = (
    "select prosrc from pg_proc where pronamespace = current_schema()::regnamespace and proname !~ '^procrastinate'"
)

WRITTEN = re.compile(
    r"insert into \w+ \([^)]*\)|on conflict \([^)]*\)|\bexcluded\.\w+|(\bset|,)\s+\w+ =", re.IGNORECASE
)
IS_SQL = re.compile(r"\b(?:select|insert|update|delete)\b", re.IGNORECASE)


def texts(node: ast.AST, named: Mapping[str, ast.AST]) -> str:
    """What a string says, with what an f-string puts into it from above in its file."""
    if isinstance(node, ast.JoinedStr):
        return " ".join(texts(part, named) for part in node.values)
    if isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.Name):
        return texts(named[node.value.id], {}) if node.value.id in named else ""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def named_strings(tree: ast.Module) -> Mapping[str, ast.AST]:
    given = (node for node in tree.body if isinstance(node, ast.AnnAssign | ast.Assign))
    return {
        target.id: node.value
        for node in given
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Constant | ast.JoinedStr)
    }


def statements() -> Iterator[str]:
    for path in sorted((ROOT / "lumina").rglob("*.py")):
        tree = parsed(path)
        named = named_strings(tree)
        for node in ast.walk(tree):
            if IS_SQL.search(text := texts(node, named)):
                yield text.replace("{table}", "entries, chunk_entries")


def words(sql: str) -> set[str]:
    return set(re.findall(r"\w+", sql))


def unread(columns: list[tuple[str, str]], all_statements: list[str]) -> set[tuple[str, str]]:
    told = [(words(sql), words(WRITTEN.sub(" ", sql))) for sql in all_statements]
    return {
        (table, column)
        for table, column in columns
        if not any(table in named and column in read for named, read in told)
    }


async def test_a_column_that_is_written_is_read(database: Database):
    columns = [(table, column) for table, column in await database.fetch(OURS)]
    functions = [re.sub("--.*", "", source) for (source,) in await database.fetch(FUNCTIONS)]
    assert unread(columns, [*statements(), *functions]) == set()


def test_a_column_that_is_only_written_is_seen():
    columns = [("notes", "text"), ("notes", "made")]
    write = "insert into notes (text, made) values (%s, %s) on conflict (text) do update set made = excluded.made"
    assert unread(columns, [write]) == set(columns)
    assert unread(columns, [write, "select text from notes"]) == {("notes", "made")}
    assert unread(columns, [write, "select text from notes where made < %s"]) == set()
