"""A day of a table: throttled indexes throttle the table; the table's size has no effect."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from dynawright.model import ALL, Index, Key, LocalIndex
from dynawright.model.load import SECONDS_A_MONTH, Load
from dynawright.model.traffic import Keys
from dynawright.ops.simulate.assumptions import EVERYTHING, NOTHING
from dynawright.ops.simulate.day import simulate_day
from dynawright.ops.simulate.findings import findings
from dynawright.settings import TableSettings
from dynawright.settings.own_table import IndexSettings, OwnTableSettings
from tests.ops.simulate.designs import BAD, Design

BY_STATUS = next(design for design in BAD if design.cause == "index")
HUGE = """
import json, time
from tests.ops.simulate.designs import Design
from dynawright.model.traffic import Keys
from dynawright.ops.simulate.assumptions import EVERYTHING
from dynawright.ops.simulate.day import simulate_day
started = time.process_time()
design = Design("huge", "", "USER#{userId}", {"userId": Keys(1_000_000_000, zipf=0.6)}, writes=200_000, reads=800_000,
                warm={"write": 400_000, "read": 800_000})
from dataclasses import replace
load = replace(design.load, quota={"read": 2e6, "write": 2e6}, stored_items={"THING": 1_000_000_000})
day = simulate_day(design.model, load, design.settings, EVERYTHING)
table = day.places[-1]
from pathlib import Path
from tests.peak_memory import peak_of
megabytes = peak_of(Path("/proc/self/status"))
print(json.dumps([time.process_time() - started, sum(day.requests.values()), table.partitions.count, megabytes]))
"""


def test_writes_that_an_index_throttles_are_throttled_at_the_table() -> None:
    day = simulate_day(BY_STATUS.model, BY_STATUS.load, BY_STATUS.settings, NOTHING)
    index, table = day.places
    lost = sum(index.series["write"].asked) - sum(index.series["write"].taken)
    assert lost > 0
    assert sum(table.series["write"].asked) == pytest.approx(sum(index.series["write"].taken), rel=1e-6)
    assert day.throttled["P1"] / day.requests["P1"] == pytest.approx(lost / sum(index.series["write"].asked))
    causes = {(finding.place, finding.cause) for finding in findings(day, BY_STATUS.load, BY_STATUS.settings)}
    assert {("GSI1", "hot key"), (None, "index")} <= causes


def test_a_cool_table_takes_all_that_is_asked() -> None:
    design = Design("cool", "", "USER#{userId}", {"userId": Keys(10_000)}, writes=50, reads=100)
    day = simulate_day(design.model, design.load, design.settings, NOTHING)
    assert day.requests == pytest.approx({"P1": 50 * 86_400, "P2": 100 * 86_400})
    assert set(day.throttled.values()) == {0}


def test_more_stored_data_means_more_partitions() -> None:
    design = Design("large", "", "USER#{userId}", {"userId": Keys(10_000)}, writes=1)
    load = replace(design.load, stored_items={"THING": 1_000_000_000}, item_bytes={"THING": 1000})
    assert simulate_day(design.model, load, design.settings, NOTHING).places[-1].partitions.count == 103


def test_shards_projection_and_warm_throughput_are_what_mends_it() -> None:
    remedies = {}
    for design in BAD:
        day = simulate_day(design.model, design.load, design.settings, EVERYTHING)
        remedies[design.name] = " | ".join(finding.remedy for finding in findings(day, design.load, design.settings))
    assert "over 3 shards" in remedies["today as the partition key"]  # 2,000 units, at 70 % of 1,000
    assert "warm throughput to 10,000 writes" in remedies["a sale of ten times the load on a new table"]
    large = replace(BY_STATUS.load, item_bytes={"THING": 3000}, requests={"P1": 900 * SECONDS_A_MONTH})
    day = simulate_day(BY_STATUS.model, large, BY_STATUS.settings, NOTHING)
    assert any("project keys only" in finding.remedy for finding in findings(day, large, BY_STATUS.settings))


def test_with_its_remedy_a_hot_key_is_none() -> None:
    before = Design("votes", "", "CANDIDATE#{candidate}", {"candidate": Keys(2)}, sort_key="VOTES", writes=3000)
    day = simulate_day(before.model, before.load, before.settings, NOTHING)
    peak = max(finding.peak for finding in findings(day, before.load, before.settings))
    assert peak == pytest.approx(1500)
    after = replace(before, partition_key="CANDIDATE#{candidate}#{shard}", shards={"shard": 3}, warm={"write": 32_000})
    day = simulate_day(after.model, after.load, after.settings, NOTHING)
    assert not any(finding.cause == "hot key" for finding in findings(day, after.load, after.settings))


def test_items_of_one_key_may_outgrow_a_local_index() -> None:
    design = Design("posts", "", "FORUM#{forumId}", {"forumId": Keys(100, hot_values=1, hot_percent=60)}, writes=10)
    model = replace(design.model, local_indexes=[LocalIndex("ByItem", Key("itemId"), projection=ALL)])
    load = replace(design.load, stored_items={"THING": 50_000_000}, item_bytes={"THING": 1000})
    day = simulate_day(model, load, design.settings, EVERYTHING)
    assert "item collection" in {finding.cause for finding in findings(day, load, design.settings)}


def test_a_provisioned_index_has_the_capacity_of_its_table_or_its_own() -> None:
    settings = TableSettings(capacity_mode="provisioned", write_capacity_units=50, read_capacity_units=50)
    design = Design("small", "", "USER#{userId}", {"userId": Keys(10_000), "team": Keys(100)}, index_key="{team}", writes=30)
    day = simulate_day(design.model, design.load, settings, EVERYTHING)
    assert [place.capacities["write"].units for place in day.places] == [50, 50]
    own = OwnTableSettings(
        capacity_mode="provisioned",
        write_capacity_units=50,
        read_capacity_units=50,
        indexes={"GSI1": IndexSettings(write_capacity_units=80)},
    )
    day = simulate_day(design.model, design.load, own, EVERYTHING)
    assert [place.capacities["write"].units for place in day.places] == [80, 50]


def test_a_day_of_a_million_requests_a_second_over_a_billion_keys() -> None:
    done = subprocess.run([sys.executable, "-c", HUGE], capture_output=True, text=True, check=True)
    seconds, requests, partitions, megabytes = json.loads(done.stdout)
    assert requests == pytest.approx(1_000_000 * 86_400)
    assert partitions >= 400
    assert seconds < 60  # of CPU
    assert megabytes < 500


def test_indexes_are_places_of_their_own() -> None:
    model = replace(BY_STATUS.model, indexes=[*BY_STATUS.model.indexes, Index("GSI2", Key("SK"))])
    day = simulate_day(model, Load(requests={"P1": 1000 * SECONDS_A_MONTH}), BY_STATUS.settings, EVERYTHING)
    assert [place.name for place in day.places] == ["GSI1", "GSI2", None]
