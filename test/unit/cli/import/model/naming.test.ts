import fc from "fast-check";
import { camel, kebab } from "../../../../../src/cli/code/model/names";
import { ConstructIds } from "../../../../../src/cli/code/model/references";
import { IMPORTED_TYPES, type ImportedType } from "../../../../../src/cli/project/imported-types";
import { existing, type Inventory } from "../../../../../src/cli/server/inventory";

const NOTHING = Object.fromEntries(
  [...IMPORTED_TYPES, "organization_role"].map((type) => [type, []]),
) as unknown as Inventory["records"];
const ids = (earlier: Readonly<Record<string, string>> = {}, records = NOTHING) =>
  new ConstructIds(records, new Map(Object.entries(earlier)));
const named = (type: ImportedType, name: string, id = name) => existing(type, { id, name });

test.each([
  ["Checkout: p95 & p99", "checkout-p95-p99", "checkoutP95P99"],
  ["Größe – Überblick", "grosse-uberblick", "grosseUberblick"],
  ["東京", "", ""],
  ["  ", "", ""],
])("the text %j is converted to kebab case and to camel case", (name, kebabbed, camelled) => {
  expect(kebab(name)).toEqual(kebabbed);
  expect(camel(name)).toEqual(camelled);
});

test("a long name is cut after a whole word", () => {
  expect(kebab(`${"word ".repeat(20)}`)).toBe("word-".repeat(10).slice(0, -1));
});

test("the second object with a name gets a number, and an object of another type gets its noun", () => {
  const names = ids();
  expect(names.of(named("dashboard", "Checkout", "1"))).toBe("checkout");
  expect(names.of(named("dashboard", "Checkout", "2"))).toBe("checkout-2");
  expect(names.of(named("alert", "Checkout", "3"))).toBe("checkout-alert");
  expect(names.of(named("api_key", "Checkout", "4"))).toBe("checkout-api-key");
});

test("an alert without a unique name is named after the object that it watches", () => {
  expect(ids().of(named("alert", ""), { owner: "checkout errors" })).toBe("checkout-errors");
  expect(ids().of(named("alert", "Too many"), { owner: "checkout Too many", isShared: true })).toBe(
    "checkout-too-many",
  );
  expect(ids().of(named("alert", "Too many"), { owner: "checkout Too many" })).toBe("too-many");
});

test("ids are not invalid addresses, not reserved file names of Windows, and not the id of the provider", () => {
  const names = ids();
  expect(names.of(named("dashboard", "2xx"))).toBe("dashboard-2xx");
  expect(names.of(named("dashboard", "東京"))).toBe("dashboard");
  expect(names.of(named("dashboard", "CON"))).toBe("con-dashboard");
  expect(names.of(named("dashboard", "ClickStack"))).toBe("clickstack-dashboard");
});

test("no object gets the default id of a look-up", () => {
  const records = { ...NOTHING, source: [{ id: "s", name: "Logs" }] };
  expect(ids({}, records as never).of(named("dashboard", "Source logs"))).toBe("source-logs-dashboard");
});

test("an object keeps the id of an earlier import when it is renamed", () => {
  const names = ids({ "2": "checkout" });
  expect(names.of(named("dashboard", "Checkout", "1"))).toBe("checkout-dashboard");
  expect(names.of(named("dashboard", "Basket", "2"))).toBe("checkout");
});

test("ids are valid and unique for any names", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 30 }), (texts) => {
      const names = ids();
      const given = texts.map((text, index) => names.of(named(index % 2 ? "dashboard" : "alert", text, String(index))));
      expect(new Set(given).size).toBe(given.length);
      for (const id of given) {
        expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
      }
    }),
    { seed: 5 },
  );
});
