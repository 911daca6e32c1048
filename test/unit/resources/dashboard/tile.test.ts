import { tileField } from "../../../../src/resources/dashboard/tiles/tile";
import { refusals } from "../../../support/declaration/refusals";

const config = { displayType: "markdown" };
const lying = (place: object) => refusals(tileField, { name: "", x: 0, y: 0, w: 1, h: 1, config, ...place });

test("a tile requires a title, which may be empty", () => {
  expect(lying({})).toEqual([]);
  expect(lying({ name: undefined })).toEqual(["name: Must be given: the tile's title."]);
});

test.each([
  ["x", -1, "at least 0"],
  ["x", 24, "at most 23"],
  ["y", -1, "at least 0"],
  ["w", 0, "at least 1"],
  ["w", 25, "at most 24"],
  ["h", 0, "at least 1"],
])("a tile cannot be at %s = %d", (field, value, limit) => {
  expect(lying({ [field]: value })).toEqual([`${field}: Must be ${limit}; it is ${value}.`]);
});

test.each([
  ["x", 23],
  ["w", 24],
  ["y", 10_000],
])("a tile can be at %s = %d", (field, value) => {
  expect(lying({ [field]: value })).toEqual([]);
});

test("a tile has a position, a size and a configuration", () => {
  expect(refusals(tileField, { name: "Text" })).toEqual([
    "x: Must be given: the first column, counted from 0.",
    "y: Must be given: the first row, counted from 0.",
    "w: Must be given: width in columns, of 24.",
    "h: Must be given: height in rows.",
    "config: Must be given: configuration of the tile's content.",
  ]);
});

test("a tab requires the container that contains it", () => {
  expect(lying({ containerId: "top", tabId: "first" })).toEqual([]);
  expect(lying({ tabId: "first" })).toEqual([
    "tabId: A tab is part of a container. Set the container too, or leave the tab out.",
  ]);
});

test.each(["containerId", "tabId"])("%s has one character to 256", (field) => {
  const named = { containerId: "top", tabId: "first" };
  expect(lying({ ...named, [field]: "" })).toEqual([`${field}: Must be at least 1 character long; it has 0.`]);
  expect(lying({ ...named, [field]: "x".repeat(257) })).toEqual([
    `${field}: Must be at most 256 characters long; it has 257.`,
  ]);
});
