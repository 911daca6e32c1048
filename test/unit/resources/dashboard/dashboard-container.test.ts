import { dashboard } from "../../../../src/resources/declarations";
import { refusals } from "../../../support/declaration/refusals";

const tab = (id: string) => ({ id, title: id });
const container = (id: string, ...tabs: string[]) => ({ id, title: id, collapsed: false, tabs: tabs.map(tab) });
const tile = (where: object) => ({ name: "", x: 0, y: 0, w: 1, h: 1, config: { displayType: "markdown" }, ...where });
const holding = (where: object, ...containers: object[]) =>
  refusals(dashboard, { name: "D", tiles: { text: tile(where) }, containers });

test("a tile can be in a container and in a tab of the dashboard", () => {
  expect(holding({ containerId: "top", tabId: "b" }, container("top", "a", "b"))).toEqual([]);
});

test("a tile in a container that does not exist is refused, and the error lists the existing containers", () => {
  expect(holding({ containerId: "tpo" }, container("top"), container("bottom"))).toEqual([
    'tiles.{text}.containerId: The dashboard has no container "tpo". Declare it, or name one of "top", "bottom".',
  ]);
  expect(holding({ containerId: "top" })).toEqual([
    'tiles.{text}.containerId: The dashboard has no container "top". It has no container at all: declare one, or leave this out.',
  ]);
});

test("a tile in a tab that does not exist is refused, and the error lists the existing tabs of the container", () => {
  expect(holding({ containerId: "top", tabId: "c" }, container("top", "a", "b"), container("bottom", "c"))).toEqual([
    'tiles.{text}.tabId: The container "top" has no tab "c". Declare it, or name one of "a", "b".',
  ]);
});

test("containers have different ids", () => {
  expect(holding({}, container("top"), container("top"))).toEqual([
    'containers.1.id: Another container has the id "top". Use different ids.',
  ]);
});

test("tab ids are unique within one container, and can be equal in different containers", () => {
  expect(holding({}, container("top", "a"), container("bottom", "a"))).toEqual([]);
  expect(holding({}, container("top", "a", "b", "a"))).toEqual([
    'containers.0.tabs.2.id: Another tab of this container has the id "a". Use different ids.',
  ]);
});

test("a container has an id, a title and an initial state, open or closed", () => {
  expect(holding({}, {})).toEqual([
    "containers.0.id: Must be given: the container's id.",
    "containers.0.title: Must be given: the container's title.",
    "containers.0.collapsed: Must be given: true if the container is initially collapsed.",
  ]);
});

test("a dashboard has up to 50 containers, each with up to 20 tabs", () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);
  expect(holding({}, ...ids(51).map((id) => container(id)))).toEqual([
    "containers: Must be at most 50 elements long; it has 51.",
  ]);
  expect(holding({}, container("top", ...ids(21)))).toEqual([
    "containers.0.tabs: Must be at most 20 elements long; it has 21.",
  ]);
});
