import { Concealer } from "../../../../src/cli/engine/concealer";
import { ALERT, API_KEY, DASHBOARD, reportedType } from "../../../../src/cli/project/reported-types";
import { fieldChanges } from "../../../../src/cli/reports/changes/field-changes";
import { fieldLines } from "../../../../src/cli/reports/changes/field-lines";
import type { ObjectChange } from "../../../../src/cli/reports/changes/report-model";
import type { CompoundShape } from "../../../../src/declaration/shape";

interface Marks {
  readonly sensitive?: unknown;
  readonly unknown?: unknown;
}

const changes = (shape: CompoundShape | undefined, before: unknown, after: unknown, marks: Marks = {}) =>
  fieldChanges(
    shape,
    { value: concealed(before, marks.sensitive), unknown: undefined },
    { value: concealed(after, marks.sensitive, marks.unknown), unknown: marks.unknown },
  );

const concealer = new Concealer();
const concealed = (value: unknown, sensitive: unknown, unknown?: unknown) =>
  concealer.attributes(value, [sensitive], unknown);

/** Returns every change as `place: before -> after`. */
const lines = (...args: Parameters<typeof changes>) => {
  const action = args[1] === null ? "create" : "update";
  const object = { name: "Checkout", action, fields: changes(...args) } as unknown as ObjectChange;
  return fieldLines(object).map((line) =>
    line.lines.length > 0 ? [line.place, ...line.lines] : `${line.place} ${line.before} -> ${line.after}`,
  );
};

const select = (...where: string[]) => where.map((each) => ({ agg_fn: "count", where: each }));
const errors = (config: object, rest: object = {}) => ({
  name: "Checkout",
  tiles: { errors: { name: "Errors", x: 0, y: 0, w: 12, h: 6, config, ...rest } },
});

describe("the fields of a dashboard", () => {
  test("a field of a map of texts is shown with its declared type", () => {
    const format = (mantissa: string) => ({ display_type: "number", number_format: { output: "number", mantissa } });
    const [change] = changes(DASHBOARD.shape, errors(format("2")), errors(format("3")));
    expect(change).toMatchObject({ path: ["tiles", "errors", "config", "number_format", "mantissa"] });
    expect(lines(DASHBOARD.shape, errors(format("2")), errors(format("3")))).toEqual([
      "Checkout > tile errors: number_format.mantissa 2 -> 3",
    ]);
  });

  test("an extra field is shown with its path in the JSON", () => {
    const tile = (json?: object) => errors({ display_type: "line" }, json && { extra_fields: JSON.stringify(json) });
    const [before, after] = [tile({ newOption: 1, config: { a: [1] } }), tile({ config: { a: [1] }, newOption: 2 })];
    const [change] = changes(DASHBOARD.shape, before, after);
    expect(change).toMatchObject({ path: ["tiles", "errors", "extra_fields", "newOption"] });
    expect(lines(DASHBOARD.shape, before, after)).toEqual(["Checkout > tile errors: extra_fields.newOption 1 -> 2"]);
    expect(lines(DASHBOARD.shape, tile(), tile({ newOption: 1 }))).toEqual([
      "Checkout > tile errors: extra_fields.newOption (not set) -> 1",
    ]);
  });

  test("a field of a tile is shown with the tile's key, without the names of required nested objects", () => {
    expect(
      lines(
        DASHBOARD.shape,
        errors({ display_type: "line", select: select("level:error") }),
        errors({ display_type: "line", select: select("level:fatal") }),
      ),
    ).toEqual(["Checkout > tile errors: where level:error -> level:fatal"]);
  });

  test("one of several list elements is shown with its index, and the Terraform path is kept", () => {
    const [change] = changes(
      DASHBOARD.shape,
      errors({ display_type: "line", select: select("a", "b") }),
      errors({ display_type: "line", select: select("a", "c") }),
    );
    expect(change).toMatchObject({
      path: ["tiles", "errors", "config", "select", 1, "where"],
      part: "tile errors",
      field: "select[1].where",
    });
  });

  test("the removal of an element from the middle of a list is shown as one change", () => {
    expect(
      lines(
        DASHBOARD.shape,
        errors({ display_type: "line", select: select("a", "b", "c") }),
        errors({ display_type: "line", select: select("a", "c") }),
      ),
    ).toEqual(["Checkout > tile errors: select[1] agg_fn: count, where: b -> (not set)"]);
  });

  test("an added or removed tile is shown with its kind and title, without its fields", () => {
    const tile = errors({ display_type: "line", source_id: "1", select: [] }).tiles.errors;
    const [added] = changes(DASHBOARD.shape, { tiles: {} }, { tiles: { errors: tile } });
    expect(added).toMatchObject({
      part: "tile errors",
      field: "",
      summary: 'line "Errors"',
      before: { kind: "absent" },
    });
    expect(lines(DASHBOARD.shape, { tiles: { errors: tile } }, { tiles: {} })).toEqual([
      'Checkout > tile errors line "Errors" -> undefined',
    ]);
  });

  test("a computed field is omitted, and a field that another client set is shown", () => {
    expect(
      lines(
        DASHBOARD.shape,
        { ...errors({ display_type: "line" }), tile_ids: { errors: "1" }, other_fields: null },
        { ...errors({ display_type: "line" }, { w: 6 }), tile_ids: { errors: "2" }, other_fields: { zoom: "3" } },
      ),
    ).toEqual(["Checkout > tile errors: w 12 -> 6", "Checkout: other_fields.zoom (not set) -> 3"]);
  });

  test("a change of only read-only fields is shown", () => {
    expect(lines(DASHBOARD.shape, { tile_ids: { errors: "1" } }, { tile_ids: { errors: "2" } })).toEqual([
      "Checkout: tile_ids.errors 1 -> 2",
    ]);
  });

  test("only the lines of a text that differ are shown", () => {
    const text = (markdown: string) => errors({ display_type: "markdown", markdown });
    expect(lines(DASHBOARD.shape, text("# A\none\ntwo"), text("# A\n1\ntwo"))).toEqual([
      ["Checkout > tile errors: markdown", "- one", "+ 1"],
    ]);
  });

  test("each of several changes in a text is shown, without the equal lines between them", () => {
    const text = (markdown: string) => errors({ display_type: "markdown", markdown });
    expect(lines(DASHBOARD.shape, text("one\nsame\nthree"), text("1\nsame\n3"))).toEqual([
      ["Checkout > tile errors: markdown", "- one", "+ 1", "- three", "+ 3"],
    ]);
  });

  test("all changed lines of a text are shown, even if there are thousands", () => {
    const text = (line: string) => errors({ display_type: "markdown", markdown: Array(20_000).fill(line).join("\n") });
    const [[, ...shown] = []] = lines(DASHBOARD.shape, text("a"), text("b")) as string[][];
    expect(shown).toEqual([...Array(20_000).fill("- a"), ...Array(20_000).fill("+ b")]);
  });

  test("an element that moves within its list is shown at its old and its new position", () => {
    expect(
      lines(
        DASHBOARD.shape,
        errors({ display_type: "line", select: select("a", "b", "c") }),
        errors({ display_type: "line", select: select("b", "c", "a") }),
      ),
    ).toEqual([
      "Checkout > tile errors: select[0] agg_fn: count, where: a -> (not set)",
      "Checkout > tile errors: select[2] undefined -> agg_fn: count, where: a",
    ]);
  });

  test("server defaults of a new object are omitted", () => {
    expect(lines(DASHBOARD.shape, null, { name: "Other", tags: [], filters: [], tiles: {} })).toEqual([
      "Checkout: name undefined -> Other",
    ]);
  });
});

describe("the values of a change", () => {
  test("are never shown for a sensitive field", () => {
    const sensitive = { url: true };
    const [change] = changes(
      reportedType("clickstack_webhook").shape,
      { url: "https://a/secret" },
      { url: "https://b/secret" },
      { sensitive },
    );
    expect(change).toEqual({
      path: ["url"],
      field: "url",
      before: { kind: "sensitive" },
      after: { kind: "sensitive" },
    });
  });

  test("are hidden as a whole if a part of the object is sensitive", () => {
    const [change] = changes(
      undefined,
      null,
      { config: { user: "u", password: "p" } },
      { sensitive: { config: { password: true } } },
    );
    expect(change?.after).toEqual({ kind: "sensitive" });
  });

  test("are marked if they are unknown before the apply, also inside an empty object", () => {
    expect(lines(ALERT.shape, { tile_id: "1" }, {}, { unknown: { tile_id: true } })).toEqual([
      "Checkout: tile_id 1 -> (known after apply)",
    ]);
  });

  test("are shown with the list's name if the list has one element", () => {
    const list = (source: string) => ({ ip_access_list: [{ source, description: null }] });
    expect(lines(API_KEY.shape, list("10.0.0.0/8"), list("0.0.0.0/0"))).toEqual([
      "Checkout: ip_access_list.source 10.0.0.0/8 -> 0.0.0.0/0",
    ]);
  });

  test("are compared without a declaration for a resource of another provider", () => {
    expect(lines(undefined, { triggers: { a: "1" }, id: "x" }, { triggers: { a: "2" }, id: "x" })).toEqual([
      "Checkout: triggers.a 1 -> 2",
    ]);
  });
});

test("two long values that differ only at their ends are shown completely", () => {
  const where = (end: string) => `${"level:error OR ".repeat(20)}${end}`;
  const saved = reportedType("clickstack_saved_search").shape;
  expect(lines(saved, { where: where("a") }, { where: where("b") })).toEqual([
    `Checkout: where ${where("a")} -> ${where("b")}`,
  ]);
  expect(lines(saved, { where: "a" }, { where: where("b") })[0]).toMatch(/^Checkout: where a -> .{159}…$/);
});
