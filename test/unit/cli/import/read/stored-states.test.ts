import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readVendorState } from "../../../../../src/cli/commands/import/stored-states";
import { temporaryFolder } from "../../../../support/constructs/synthesize";

const PROVIDER = 'provider["registry.terraform.io/clickhouse/clickhouse"]';
const ALERT = { mode: "managed", type: "clickhouse_clickstack_alert", name: "a", provider: PROVIDER };
const one = (id: unknown, more: object = {}) => ({ schema_version: 0, attributes: { id }, ...more });
const OPEN = "${";

function read(...resources: object[]) {
  const file = join(temporaryFolder(), "vendor.tfstate");
  writeFileSync(file, JSON.stringify({ version: 4, resources }));
  return readVendorState(file);
}

test("addresses contain modules, keys and indexes in the syntax of HCL", () => {
  const module = `module.team["a $${OPEN}b} \\"c\\""].module.boards[0]`;
  const instances = [one("1", { index_key: `x${OPEN}y} %{z} "\\\u2028` }), one("2", { index_key: 0 }), one("3")];
  expect(read({ ...ALERT, module, instances }).resources.map(({ address }) => address)).toEqual([
    `${module}.clickhouse_clickstack_alert.a["x$${OPEN}y} %%{z} \\"\\\\\\u2028"]`,
    `${module}.clickhouse_clickstack_alert.a[0]`,
    `${module}.clickhouse_clickstack_alert.a`,
  ]);
});

test("resources of unknown types are reported, and data sources, deposed objects and other providers' resources are ignored", () => {
  const { resources, others } = read(
    { ...ALERT, instances: [one("1"), one("2", { deposed: "00000000" })] },
    { ...ALERT, type: "clickhouse_clickstack_source_links", instances: [one("3")] },
    { ...ALERT, name: "without_id", instances: [one(null)] },
    { ...ALERT, mode: "data", instances: [one("4")] },
    { ...ALERT, provider: 'provider["registry.terraform.io/somebody/clickhouse"]', instances: [one("5")] },
  );
  expect(resources.map(({ id }) => id)).toEqual(["1"]);
  expect(others).toEqual(["clickhouse_clickstack_source_links.a", "clickhouse_clickstack_alert.without_id"]);
});

test.each<[string, object]>([
  ["a name", { name: 'a\n}\nresource "null_resource" "x" {' }],
  ["a type", { type: "clickhouse_clickstack_alert.x" }],
  ["a module", { module: `module.team["${OPEN}file("x")}"]` }],
  ["a key", { instances: [one("1", { index_key: { a: 1 } })] }],
])("a state with an invalid %s is refused, because its addresses become code", (_, wrong) => {
  expect(() => read({ ...ALERT, instances: [one("1")], ...wrong })).toThrow(/is not a valid state of Terraform/);
});
