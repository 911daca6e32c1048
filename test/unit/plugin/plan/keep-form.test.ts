import { inFormOf, keepForm } from "../../../../src/plugin/plan/prior-form";
import type { Attributes } from "../../../../src/plugin/schema/schema";

const level = {
  type: "string",
  description: "x",
  optional: true,
  semanticallyEqual: (prior: unknown, observed: unknown) =>
    String(prior).toLowerCase() === String(observed).toLowerCase(),
} as const;

const fields: Attributes = {
  level,
  tiles: { description: "x", optional: true, nested: { nesting: "map", attributes: { level } } },
};

describe("a value that a server returned", () => {
  test("keeps the notation of the prior value if both are semantically equal, at any depth", () => {
    const before = { level: "Warn", tiles: { a: { level: "Info" }, b: { level: "Info" } } };
    const observed = { level: "WARN", tiles: { a: { level: "INFO" }, b: { level: "ERROR" }, c: { level: "INFO" } } };
    expect(keepForm(fields, observed, before)).toEqual({
      level: "Warn",
      tiles: { a: { level: "Info" }, b: { level: "ERROR" }, c: { level: "INFO" } },
    });
  });

  test("is replaced by the prior object if both are semantically equal, and so is each object in it", () => {
    const before = { level: "Warn", tiles: { a: { level: "Info" }, b: { level: "Info" } } };
    const same = { level: "warn", tiles: { a: { level: "info" }, b: { level: "Info" } } };
    expect(keepForm(fields, same, before)).toBe(before);
    const changed = keepForm(fields, { ...same, level: "Error" }, before);
    expect(changed).toEqual({ ...before, level: "Error" });
    expect(changed.tiles).toBe(before.tiles);
  });

  test("is unchanged if there was no prior value", () => {
    expect(keepForm(fields, { level: "WARN", tiles: null }, null)).toEqual({ level: "WARN", tiles: null });
    expect(keepForm(fields, { level: "WARN", tiles: null }, { level: null, tiles: null })).toEqual({
      level: "WARN",
      tiles: null,
    });
  });

  test("can be merged with the prior value by the attribute's own function", () => {
    const labels = {
      type: { list: "string" },
      description: "x",
      optional: true,
      inFormOf: (prior: unknown, returned: unknown, { level: sibling }: { readonly level?: unknown }) => {
        const [before, now] = [prior, returned ?? []] as [string[], string[]];
        if (sibling === "loose" && returned === null) {
          return prior as string[];
        }
        return [...before.filter((each) => now.includes(each)), ...now.filter((each) => !before.includes(each))];
      },
    } as const;
    const labeled = { level, labels };
    const before = { level: "loose", labels: ["c", "a", "b"] };
    const formed = (returned: object) => inFormOf(labeled, { level: "loose", ...returned }, before).labels;
    expect(formed({ labels: ["b", "c", "d"] })).toEqual(["c", "b", "d"]);
    expect(formed({})).toEqual(["c", "a", "b"]);
    expect(formed({ level: "strict" })).toEqual([]);
  });
});
