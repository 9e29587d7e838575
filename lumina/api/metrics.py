"""What an operator watches, for Prometheus."""

from fastapi import APIRouter, Response

from lumina.api.callers import Operator
from lumina.api.figures import MEDIA_TYPE
from lumina.api.house import Inside
from lumina.api.problems import documented

router = APIRouter(tags=["operation"])


@router.get(
    "/metrics",
    response_class=Response,
    responses={**documented(), 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(house: Inside, _: Operator) -> Response:
    """In the text format of Prometheus; an operator's token reads it."""
    figures = await house.lumina.views.figures()
    return Response(house.metrics.page(figures, house.streams.count()), media_type=MEDIA_TYPE)
