"""The command line. Every command is in a module of its own, imported when it runs."""

import click

from lumina import __version__
from lumina.cli.lazy import Lazy, LazyGroup

COMMANDS = {
    "chat": Lazy("lumina.cli.chat:chat", "Talk with the characters."),
    "say": Lazy("lumina.cli.say:say", "One turn, then exit."),
    "import": Lazy("lumina.cli.person:bring", "A transcript goes through the real pipeline, on its own dates."),
    "recall": Lazy("lumina.cli.recall:recall", "What would be remembered, and why."),
    "memories": Lazy("lumina.cli.memories:memories", "Look at memories, and correct them."),
    "facts": Lazy("lumina.cli.facts:facts", "Look at what is known, and correct it."),
    "people": Lazy("lumina.cli.people:people", "Look at the people and pets that were spoken of."),
    "loops": Lazy("lumina.cli.loops:loops", "Look at what was left open, and settle it."),
    "profile": Lazy("lumina.cli.profile:profile", "What somebody likes, with whom they talk, and of what."),
    "policy": Lazy("lumina.cli.policy:policy", "What is kept of the talk: all, or what was distilled of it."),
    "summaries": Lazy("lumina.cli.summaries:summaries", "Read what weeks, people, topics and rooms were about."),
    "kb": Lazy("lumina.cli.knowledge:kb", "The knowledge base."),
    "eval": Lazy("lumina.cli.evaluation:evaluate", "Measure recall, with questions whose answers are known."),
    "jobs": Lazy("lumina.cli.jobs:jobs", "Background jobs: see them, run them."),
    "worker": Lazy("lumina.cli.jobs:worker", "Run background work until stopped."),
    "serve": Lazy("lumina.cli.serve:serve", "Serve the pages and the API, and do the background work, until stopped."),
    "demo": Lazy("lumina.cli.demo:demo", "Make a folder with a life of some months, to look around in."),
    "token": Lazy("lumina.cli.tokens:token", "Who may use the API."),
    "export": Lazy("lumina.cli.person:export", "Write all there is of a person into a folder."),
    "log": Lazy("lumina.cli.log:log", "The full log of a person by month, as Parquet."),
    "erase": Lazy("lumina.cli.erase:erase", "Erase a person everywhere, or a part, and prove it."),
    "backup": Lazy("lumina.cli.backups:backup", "Backups: make them, list them, prove them."),
    "restore": Lazy("lumina.cli.backups:restore", "Bring everything back from a backup."),
    "keys": Lazy("lumina.cli.keys:keys", "The master key, under which the keys of the persons lie."),
    "doctor": Lazy("lumina.cli.health:doctor", "The state of every store, the model and the embedder."),
    "move": Lazy("lumina.cli.moving:move", "Copy everything into servers, or back into a folder."),
    "reembed": Lazy("lumina.cli.health:reembed", "Make all vectors anew with the embedder of the settings."),
}


def _keep_moment(context: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.meta["lumina.at"] = value


@click.group(cls=LazyGroup, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="lumina")
@click.option("--at", hidden=True, expose_value=False, callback=_keep_moment, help="The moment that is taken for now.")
def main() -> None:
    """ルミナ, クラリス and ノクス: three characters who remember."""
