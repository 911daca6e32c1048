import { pathText } from "../../../../src/plugin";
import { cutToAddressable } from "../../../../src/plugin/values/path";
import type { Type } from "../../../../src/plugin/values/type";

const type: Type = {
  object: {
    tiles: {
      map: {
        object: { select: { list: { object: { level: "number" } } }, tags: { set: { object: { a: "string" } } } },
      },
    },
  },
};

describe("an attribute path", () => {
  test("is printed as in HCL", () => {
    expect(pathText(["tiles", { key: "a b" }, "select", 0, "level"])).toBe('tiles["a b"].select[0].level');
  });

  test("is shortened to the part for which the type has attributes", () => {
    const whole = ["tiles", { key: "a" }, "select", 0, "level"] as const;
    expect(cutToAddressable(whole, type)).toEqual(whole);
    expect(cutToAddressable(["tiles", { key: "a" }, "nothing", 0], type)).toEqual(["tiles", { key: "a" }]);
    expect(cutToAddressable(["tiles", "a"], type)).toEqual(["tiles"]);
    expect(cutToAddressable(["labels", "a"], { object: { labels: { map: "string" } } })).toEqual([
      "labels",
      { key: "a" },
    ]);
  });

  test("ends at a set, because set elements have no address", () => {
    expect(cutToAddressable(["tiles", { key: "a" }, "tags", 0, "a"], type)).toEqual(["tiles", { key: "a" }, "tags"]);
  });
});
