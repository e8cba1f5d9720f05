from pathlib import Path

import pytest

from dynawright.deploy import provider_mirror
from dynawright.deploy.provider_mirror import PROVIDER, REGISTRY, VARIABLE, Installation, cli_configuration, find, versions_in
from dynawright.errors import UserError
from tests.problems import told

UNPACKED = "5.100.0/linux_amd64/terraform-provider-aws_v5.100.0_x5"
PACKED = "terraform-provider-aws_5.100.0_linux_amd64.zip"


@pytest.fixture(autouse=True)
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable, no network, and no other place to look than tmp_path/opt/*."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(provider_mirror, "registry_answers", lambda registry: False)
    monkeypatch.setattr(provider_mirror, "usual_places", lambda: [tmp_path / "plugins", tmp_path / "opt" / "*"])


def make_mirror(folder: Path, layout: str = UNPACKED, registry: str = REGISTRY) -> Path:
    provider = folder / registry / PROVIDER / layout
    provider.parent.mkdir(parents=True, exist_ok=True)
    provider.touch()
    return folder


@pytest.mark.parametrize("layout", [UNPACKED, PACKED])
def test_the_named_mirror_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: str) -> None:
    named = make_mirror(tmp_path / "named", layout)
    make_mirror(tmp_path / "plugins")
    monkeypatch.setattr(provider_mirror, "registry_answers", lambda registry: True)
    monkeypatch.setenv(VARIABLE, str(named))
    assert find() == Installation("mirror", named, f"named by {VARIABLE}")


def test_a_named_folder_without_the_provider_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / REGISTRY / PROVIDER).mkdir(parents=True)
    make_mirror(tmp_path / "plugins")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(UserError) as error:
        find()
    assert told(error.value.problems) == [("DW403", "DYNAWRIGHT_PROVIDER_MIRROR", str(tmp_path))]


def test_the_registry_comes_before_a_mirror_that_nobody_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_mirror(tmp_path / "plugins")
    monkeypatch.setattr(provider_mirror, "registry_answers", lambda registry: True)
    assert (find().kind, find().path) == ("registry", None)


def test_offline_the_first_mirror_in_a_usual_place_is_taken(tmp_path: Path) -> None:
    (tmp_path / "opt" / "another").mkdir(parents=True)
    mirror = make_mirror(tmp_path / "opt" / "terraform")
    make_mirror(tmp_path / "opt" / "zzz")
    assert find() == Installation("mirror", mirror, f"the registry can't be reached; found in {mirror}")


@pytest.mark.parametrize("layout", [UNPACKED, PACKED])
def test_offline_a_mirror_with_the_wanted_version_comes_first_then_the_newest_supported_one(tmp_path: Path, layout: str) -> None:
    old = make_mirror(tmp_path / "opt" / "a", layout)
    newer = make_mirror(tmp_path / "opt" / "b", layout.replace("5.100.0", "6.61.0"))
    faulty = make_mirror(tmp_path / "opt" / "c", layout.replace("5.100.0", "6.30.0"))
    assert find("5.100.0").path == old
    assert find("6.61.0").path == find("6.62.0").path == find(">= 6.39.0, < 7.0.0").path == newer
    assert find("6.30.0").path == faulty


def test_versions_are_sorted_as_numbers_and_names_of_other_programs_are_passed_over(tmp_path: Path) -> None:
    for layout in (
        UNPACKED,
        PACKED.replace("5.100.0", "6.9.0"),
        UNPACKED.replace("5.100.0", "6.61.0"),
        "beta/linux_amd64/terraform-provider-aws",
    ):
        make_mirror(tmp_path, layout)
    assert versions_in(tmp_path) == ["5.100.0", "6.9.0", "6.61.0"]


def test_opentofu_has_a_registry_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = "registry.opentofu.org"
    monkeypatch.setenv(VARIABLE, str(make_mirror(tmp_path)))
    with pytest.raises(UserError) as error:
        find(registry=host)
    assert told(error.value.problems) == [("DW403", "DYNAWRIGHT_PROVIDER_MIRROR", str(tmp_path))]
    make_mirror(tmp_path, registry=host)
    assert (find(registry=host).path, find(registry=host).registry) == (tmp_path, host)


def test_nothing_found_says_where_it_looked_and_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        find()
    assert told(error.value.problems) == [("DW403", "", None)]
    assert all(str(place) in error.value.problems[0].text for place in provider_mirror.usual_places())


def test_terraforms_own_places_are_searched_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TF_PLUGIN_CACHE_DIR", "/a/cache")
    monkeypatch.setenv("XDG_DATA_DIRS", "/b:/c")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    places = [str(place) for place in provider_mirror.usual_places()]
    assert places[:2] == ["/a/cache", f"{tmp_path}/.terraform.d/plugins"]
    assert places[4:7] == [f"{tmp_path}/.local/share/terraform/plugins", "/b/terraform/plugins", "/c/terraform/plugins"]
    assert places[-2:] == ["/opt/*", "/usr/local/share/*"]


def test_a_mirror_is_the_only_source_in_the_configuration(tmp_path: Path) -> None:
    path = cli_configuration(Installation("mirror", Path("/some/where"), ""), tmp_path / "new")
    assert path.read_text() == 'provider_installation {\n  filesystem_mirror {\n    path = "/some/where"\n  }\n}\n'


def test_downloads_of_the_registry_are_cached_in_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / ".cache" / "terraform-plugins"
    monkeypatch.setattr(provider_mirror, "_plugin_cache", lambda: cache)
    path = cli_configuration(Installation("registry", None, ""), tmp_path)
    assert path.read_text() == f'plugin_cache_dir = "{cache}"\nplugin_cache_may_break_dependency_lock_file = true\n'
    assert cache.is_dir()
