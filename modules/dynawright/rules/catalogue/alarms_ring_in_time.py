"""Alarms ring in time, and only then.

An alarm is useless if its threshold is never reached, if its sum is always empty, if it evaluates a day where minutes
count, or if it also rings in good times. The first kinds are never heard, the last is muted within two weeks. Each
alarm of this package's stacks is tried on values of good and of bad times. Two alarms on the same metric mean that
something else is left unwatched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dynawright.monitoring.metrics import catalogue, is_of_log_filters
from dynawright.rules.alarm_terms import Term, expressions, looks_at_the_unknown, terms
from dynawright.rules.alarm_trials import NotWorkedOutError, Tried, compares, grid, query_of, rings, trials_of
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule
from dynawright.rules.values import number
from dynawright.rules.vocabulary.signs import DAY, LAMBDA, OF, OF_LOGS, SIGNS, SUMS, Sign

ALARM, MAPPING, FUNCTION, RULE_OF_EVENTS = (
    *("aws_cloudwatch_metric_alarm", "aws_lambda_event_source_mapping"),
    *("aws_lambda_function", "aws_cloudwatch_event_rule"),
)
BAND = re.compile(r"ANOMALY_DETECTION_BAND\([a-z]\w*, ([1-5](\.\d+)?)\)")
BY_METRIC: dict[tuple[str, str], list[Sign]] = {}
for sign in SIGNS:
    BY_METRIC.setdefault((sign.namespace, sign.metric), []).append(sign)
PARTS = {"Operation", "RuleName"}
"""Dimensions by which the terms of a sum differ."""
SHORTEST_SHARE, LONGEST_SHARE = 0.1, 1.0


def check(alarm: Resource, document: Document) -> Iterator[str]:
    if not document.is_ours or looks_at_the_unknown(alarm):
        return
    alarm_terms = list(terms(alarm))
    try:
        if not alarm.blocks("metric_query"):
            yield from _single(alarm, alarm_terms[0], document) if alarm_terms else ()
        elif query := query_of(alarm):
            yield from _signs(alarm, query)
        elif any("ANOMALY_DETECTION_BAND" in expression for expression in expressions(alarm)):
            yield from _band(alarm)
        else:
            yield from _sum(alarm, alarm_terms, document)
    except NotWorkedOutError:
        yield "it can't be determined when it rings: compare one result of metric math with a threshold"
    if twin := _twin(alarm, document):
        yield f"{twin.label} watches the same: one of them is meant for something else"


def _single(alarm: Resource, term: Term, document: Document) -> Iterator[str]:
    yield from _signs(alarm, term)
    if term.namespace != LAMBDA:
        return
    if term.metric == "Duration":
        yield from _duration(alarm, document.named(term.of("FunctionName"), "function_name", FUNCTION))
    if term.metric == "IteratorAge":
        yield from _age(alarm, term, document)


def _signs(alarm: Resource, term: Term) -> Iterator[str]:
    namespace, metric = term.namespace or "", term.metric or ""
    if (own := OF.get(namespace)) and term.dimensions is not None and not set(own) & term.dimensions.keys():
        yield f"it watches {metric} of the whole account: name {' or '.join(own)}"
    if (namespace, metric) not in catalogue() and (namespaces := [space for space, name in catalogue() if name == metric]):
        yield f"{metric} is a metric of {namespaces[0]}, not of '{namespace}'"
    key = (OF_LOGS, "") if is_of_log_filters(namespace) else (namespace, metric)
    rows = BY_METRIC.get(key, [])
    named = [row for row in rows if str(term.of("Operation")) in row.operations]
    for row in named or [row for row in rows if not row.operations]:
        yield from _sign(alarm, term, row)


def _sign(alarm: Resource, term: Term, sign: Sign) -> Iterator[str]:
    if term.statistic is not None and term.statistic != sign.statistic:
        yield f"it uses the {term.statistic} of {term.metric}: only the {sign.statistic} tells what is wrong"
    if not compares(alarm, sign.ill):
        yield f"it is silent at {sign.ill} {term.metric}, which is a failure"
    if compares(alarm, sign.well):
        yield f"it rings at {sign.well} {term.metric}, which is normal"
    if alarm.get("treat_missing_data") != sign.missing:
        yield f"treat_missing_data is '{alarm.get('treat_missing_data')}': {term.metric} needs '{sign.missing}'"
    yield from _time(alarm, [term], sign.within_seconds, sign.datapoints)


def _time(alarm: Resource, alarm_terms: Sequence[Term], within_seconds: float, most: int) -> Iterator[str]:
    datapoints = number(alarm.get("datapoints_to_alarm")) or number(alarm.get("evaluation_periods")) or 0
    seconds = datapoints * max((term.period_seconds or 0 for term in alarm_terms), default=0)
    if datapoints > most:
        yield f"it waits for {datapoints} datapoints: {most} must be enough"
    elif seconds > within_seconds:
        yield f"it rings after {seconds} seconds: {within_seconds} at most"


def _duration(alarm: Resource, function: Resource | None) -> Iterator[str]:
    longest = number(function.get("timeout")) if function is not None else None
    threshold = number(alarm.get("threshold"))
    if longest is None or threshold is None:
        return
    share = threshold / (longest * 1000)
    if not SHORTEST_SHARE <= share < LONGEST_SHARE or not compares(alarm, longest * 1000):
        yield f"it compares with {threshold} milliseconds, and runs time out after {longest} seconds: use a share of that"
    yield from _time(alarm, list(terms(alarm)), 900, 3)


def _age(alarm: Resource, term: Term, document: Document) -> Iterator[str]:
    """Yield a message if a mapping gives records up before the alarm on their age rings."""
    function = document.named(term.of("FunctionName"), "function_name", FUNCTION)
    threshold, datapoints = number(alarm.get("threshold")) or 0, number(alarm.get("datapoints_to_alarm")) or 1
    needed = threshold / 1000 + datapoints * (term.period_seconds or 0)
    for mapping in document.of_type(MAPPING):
        age = number(mapping.get("maximum_record_age_in_seconds"))
        if (
            function is not None
            and document.referred(mapping.get("function_name")) is function
            and age is not None
            and age <= needed
        ):
            yield f"it rings when records are {needed} seconds old, but {mapping.label} gives them up at {age}"


def _band(alarm: Resource) -> Iterator[str]:
    """Yield problems of an anomaly band: CloudWatch learns it, so only its width and use are checked."""
    (band,) = [query for query in alarm.blocks("metric_query") if "ANOMALY" in str(query.get("expression"))] or [{}]
    is_compared = alarm.get("threshold_metric_id") == band.get("id")
    above = alarm.get("comparison_operator") == "GreaterThanUpperThreshold"
    if not (is_compared and above and BAND.fullmatch(str(band.get("expression")))):
        yield "it must ring above a band of 1 to 5 standard deviations"
    yield from _time(alarm, list(terms(alarm)), 1800, 3)


def _sum(alarm: Resource, alarm_terms: Sequence[Term], document: Document) -> Iterator[str]:
    if not alarm_terms:
        raise NotWorkedOutError
    metrics = frozenset(term.metric or "" for term in alarm_terms)
    subjects = {
        str(sorted((name, value) for name, value in (term.dimensions or {}).items() if name not in PARTS)) for term in alarm_terms
    }
    if len(subjects) > 1 or len({term.period_seconds for term in alarm_terms}) > 1:
        yield "it adds up metrics of several resources, or with several periods"
    for term in alarm_terms:
        if term.namespace is not None and (term.namespace, term.metric) not in catalogue():
            yield f"there is no metric {term.metric} of {term.namespace}"
            return
    if metrics == {"TriggeredRules"}:
        if other := next((term.statistic for term in alarm_terms if term.statistic not in ("Sum", None)), None):
            yield f"it looks at the {other} of TriggeredRules: the Sum tells how many there were"
        yield from _tried(alarm, alarm_terms, list(_backups(alarm_terms, document)))
        yield from _time(alarm, alarm_terms, 2 * DAY, 2)
        return
    row = next((row for row in SUMS if row.metrics == metrics), None)
    if row is None:
        yield from _anything(alarm, alarm_terms)
        return
    for term in alarm_terms:
        if (term.metric, term.statistic) not in row.statistics:
            yield f"it uses the {term.statistic} of {term.metric}: only the {dict(row.statistics)[term.metric or '']} tells what is wrong"
    yield from _tried(alarm, alarm_terms, list(trials_of(row, alarm_terms)))
    yield from _time(alarm, alarm_terms, row.within_seconds, row.datapoints)
    if alarm.get("treat_missing_data") != "notBreaching":
        yield f"treat_missing_data is '{alarm.get('treat_missing_data')}': missing data must count as good"


def _tried(alarm: Resource, alarm_terms: Sequence[Term], trials: Sequence[Tried]) -> Iterator[str]:
    heard = rings(alarm, alarm_terms, [trial.reading for trial in trials])
    for trial, is_heard in zip(trials, heard, strict=True):
        if is_heard != trial.rings:
            shown = ", ".join(f"{id} = {'no data' if value is None else value}" for id, value in trial.reading.items())
            yield f"it {'rings' if is_heard else 'is silent'} at {shown}"
            return


def _backups(alarm_terms: Sequence[Term], document: Document) -> Iterator[Tried]:
    """Yield trials of a sum of two rules: one counts days with a due backup, the other completed backups."""
    rules = {term.id: document.named(term.of("RuleName"), "name", RULE_OF_EVENTS) for term in alarm_terms}
    due = [id for id, rule in rules.items() if rule is not None and rule.get("schedule_expression")]
    patterns = {
        id: str(rule.get("event_pattern")) for id, rule in rules.items() if rule is not None and rule.get("event_pattern")
    }
    made = list(patterns)
    if len(due) != 1 or len(made) != 1:
        raise NotWorkedOutError
    selections = document.of_type("aws_backup_selection")
    counted = [selection for selection in selections if str(selection.get("iam_role_arn")) in patterns[made[0]]]
    tables = sum(len(selection.listed("resources")) for selection in counted)
    yield Tried({due[0]: 1, made[0]: tables}, rings=False)
    yield Tried({due[0]: 1, made[0]: None}, rings=True)
    yield Tried({due[0]: 1, made[0]: tables - 1}, rings=True)
    yield Tried({due[0]: None, made[0]: None}, rings=False)


def _anything(alarm: Resource, alarm_terms: Sequence[Term]) -> Iterator[str]:
    """Yield a message if a sum without a row can never ring, or never be silent."""
    heard = set(rings(alarm, alarm_terms, grid(alarm_terms)))
    if heard == {False}:
        yield "it rings at no value of its metrics"
    elif heard == {True}:
        yield "it rings at every value of its metrics"


def _twin(alarm: Resource, document: Document) -> Resource | None:
    same = document.worked_out(_by_subject).get(_subject(alarm), [])
    return next((other for other in same if other is not alarm), None)


def _by_subject(document: Document) -> dict[str, list[Resource]]:
    by_subject: dict[str, list[Resource]] = {}
    for alarm in document.of_type(ALARM):
        by_subject.setdefault(_subject(alarm), []).append(alarm)
    return by_subject


def _subject(alarm: Resource) -> str:
    """Return what an alarm evaluates, and how, as a comparable text."""
    looked_at = sorted(
        (str(term.namespace), str(term.metric), str(term.statistic), str(sorted((term.dimensions or {}).items())))
        for term in terms(alarm)
    )
    return f"{looked_at} {expressions(alarm)} {alarm.get('threshold')} {alarm.get('comparison_operator')}"


RULE = Rule(module=__name__, number=44, severity="high", types=(ALARM,), check=check, standards=NONE_APPLIES)
