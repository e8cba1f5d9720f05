"""review.html: the effects of a change on each stack of an environment, for reviewers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dynawright.deploy.planned import Planned
from dynawright.deploy.review.access import Difference
from dynawright.deploy.review.page import NoPlan
from dynawright.deploy.review.review import Review, ReviewedStack
from dynawright.errors import UserError
from dynawright.ops.bill import bill
from dynawright.ops.cost_baseline import amounts, cost_path, known_costs
from dynawright.pages.changed import ChangeRow, change_rows
from dynawright.pages.cost_change import CostChange, cost_change
from dynawright.pages.diagram import Diagram, diagram
from dynawright.pages.render import render
from dynawright.pages.shape import shape_of
from dynawright.systems import seen_by_stack, system_names

TEMPLATE = "review.html.j2"


@dataclass(frozen=True)
class StackView:
    """A stack's part of the page."""

    name: str
    plan: Planned | None
    error: str
    """Why planning failed, if it did."""
    groups: Mapping[str, Sequence[ChangeRow]]
    drawing: Diagram | None
    """None if the diagram does not change."""
    access: Difference | None
    cost: CostChange | None

    @property
    def is_refused(self) -> bool:
        return bool(self.error) or (self.plan is not None and self.plan.is_refused)

    @property
    def verdict(self) -> str:
        return "no plan" if self.error else "refused" if self.is_refused else "fine" if self.plan else "not planned"

    @property
    def counts(self) -> dict[str, int]:
        return self.plan.counts if self.plan else {}

    @property
    def changes_anything(self) -> bool:
        access = bool(self.access and (self.access.gained or self.access.lost))
        return bool(self.is_refused or self.groups or self.drawing or access or (self.cost and self.cost.lines))


@dataclass(frozen=True)
class ReviewView:
    """The page's data, for its template and for the comment."""

    environment: str
    stacks: tuple[StackView, ...]
    exceptions: Sequence[object]
    is_planned: bool
    base: str

    @property
    def is_refused(self) -> bool:
        return any(stack.is_refused for stack in self.stacks)

    @property
    def costs(self) -> list[CostChange]:
        return [stack.cost for stack in self.stacks if stack.cost and stack.cost.is_known]

    @property
    def before_usd(self) -> float:
        return sum(cost.before for cost in self.costs)

    @property
    def after_usd(self) -> float:
        return sum(cost.after for cost in self.costs)


def view_of(review: Review) -> ReviewView:
    """Return the page's data, with current costs and those of the base."""
    plans = {plan.system: plan for plan in review.plans or ()}
    access = {difference.system: difference for difference in review.differences}
    stacks = tuple(_stack(review, stack, plans.get(stack.name), access.get(stack.name)) for stack in review.stacks)
    return ReviewView(review.environment.name, stacks, review.exceptions, review.plans is not None, review.base.commit)


def html(view: ReviewView) -> str:
    """Return the page."""
    return render(TEMPLATE, review=view)


def _stack(review: Review, stack: ReviewedStack, plan: Planned | NoPlan | None, access: Difference | None) -> StackView:
    seen = seen_by_stack(review.environment, stack.name) if stack.after else review.environment.seen_by(stack.name)
    named = seen.physical_name
    made = plan if isinstance(plan, Planned) else None
    before = shape_of(stack.before, stack.rights_before, named, stack.name)
    after = shape_of(stack.after, stack.rights_after, named, stack.name)
    groups = change_rows(made.changes if made else (), stack.rights_before, stack.rights_after, named)
    error = plan.error if isinstance(plan, NoPlan) else ""
    return StackView(
        stack.name,
        made,
        error,
        groups,
        diagram(after, before) if before != after else None,
        access,
        _cost(review, stack),
    )


def _cost(review: Review, stack: ReviewedStack) -> CostChange | None:
    """Return a system's change of cost; None for other stacks."""
    environment = review.environment.name
    before = review.base.file(cost_path(environment, stack.name))
    if stack.name in system_names():
        try:
            now = known_costs(environment, stack.name)
        except UserError:  # a load with a removed pattern must not prevent the review
            now = []
        after = amounts(bill(now[0])) if now else None
        return cost_change(stack.name, before, after, is_new=not stack.before)
    return cost_change(stack.name, before, {}, is_new=False) if before else None
