"""The figures of one application, as Prometheus counts. No name and no word of anybody is in them."""

from collections.abc import Mapping
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, Histogram, generate_latest

from lumina.models import TierName
from lumina.reports import Figures

MEDIA_TYPE: Final = CONTENT_TYPE_LATEST
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """Counted since the process began, or looked up as they are asked for."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._recall = Histogram(
            "lumina_recall_seconds", "How long each source of recall took, and each step.", ["source"],
            registry=self.registry, buckets=SECONDS,
        )  # fmt: skip
        self._rate = self._gauge("memory_compression_rate", "The share of memories that are compressed.")
        self._archived = self._gauge("memory_archive_count", "Memories in the archive.")
        self._memories = self._gauge("lumina_memories", "Memories by tier.", "tier")
        self._queues = self._gauge("lumina_queue_length", "Tasks that wait or are being done, by queue.", "queue")
        self._turns = self._gauge("lumina_turns_under_way", "Turns that are being answered.")

    def _gauge(self, name: str, what: str, *labels: str) -> Gauge:
        return Gauge(name, what, labels, registry=self.registry)

    def note_recall(self, timings_ms: Mapping[str, float]) -> None:
        for source, milliseconds in timings_ms.items():
            self._recall.labels(source).observe(milliseconds / 1000)

    def page(self, figures: Figures, turns: int) -> bytes:
        count = sum(figures.tiers.values())
        self._rate.set(figures.compressed / count if count else 0)
        self._archived.set(figures.tiers.get(TierName.ARCHIVE, 0))
        for tier in TierName:
            self._memories.labels(tier.value).set(figures.tiers.get(tier, 0))
        for queue in {"jobs", "persons", *figures.queues}:
            self._queues.labels(queue).set(figures.queues.get(queue, 0))
        self._turns.set(turns)
        return generate_latest(self.registry)
