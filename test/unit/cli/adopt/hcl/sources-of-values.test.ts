// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { adoptAttributes } from "../../../../support/cli/adopted-configuration";

const search = { name: "Errors", source_id: "s", where: "level:error", tags: ["a"], order_by: null };
const block = (lines: string) => `resource "clickstack_saved_search" "x" {\n${lines}\n}\n`;
const changed = { ...search, where: "b" };

describe("a value in HCL", () => {
  test.each([
    ["a variable", "var.where", 'The value comes from the variable "var.where".'],
    ["a module", "module.a.where", 'The value comes from the module output "module.a.where".'],
    ["a data source", "data.a.b.where", 'The value comes from the data source "data.a.b.where".'],
    ["another resource", "clickstack_source.a.name", 'The value comes from "clickstack_source.a.name".'],
    ["for_each", "each.value", 'The value comes from the for_each value "each.value".'],
    ["count", "count.index", 'The value comes from the count value "count.index".'],
    ["an element", 'var.all["a"].b[0]', 'The value comes from the variable "var.all["a"].b[0]".'],
    ["a function", 'lower("A")', 'The value comes from the function "lower".'],
    ["a function of a provider", 'provider::a::b("A")', 'The value comes from the function "provider::a::b".'],
    ["a template", '"a ${var.b}"', "The value is a template with expressions."],
    ["a directive", '"a%{ if true }b%{ endif }"', "The value is a template with expressions."],
    ["a heredoc with expressions", "<<EOT\n${var.a}\nEOT", "The value is a template with expressions."],
    ["a condition", 'true ? "a" : "b"', "The value depends on a condition."],
    ["a splat", "var.all[*].name", "The value is computed."],
    ["an operation", "1 + 2", "The value is computed."],
    ["a local value", "local.level", 'The value comes from the local value "local.level".'],
    ["a part of a local value", "local.a.b", 'The value comes from the local value "local.a.b".'],
  ])("is not edited if it comes from %s, and the reason has its line", async (_, value, reason) => {
    const code = block(`  name = "Errors"\n  where = ${value}`);
    const { text, obstacles } = await adoptAttributes(code, "saved_search", search, changed);
    expect(obstacles).toEqual([`main.tf:3: where: ${reason}`]);
    expect(text).toBe(code);
  });

  test.each([
    ["a for expression", `[for each in var.all : each]`, "The value comes from a for expression."],
    ["a list with expressions", `[var.a, "b"]`, "The list does not have one literal for each value."],
    ["a function", `concat(["a"], [])`, 'The value comes from the function "concat".'],
  ])("is not edited if it is a list from %s, and the reason has its line", async (_, value, reason) => {
    const code = block(`  tags = ${value}`);
    const { text, obstacles } = await adoptAttributes(code, "saved_search", search, { ...search, tags: ["b"] });
    expect(obstacles).toEqual([`main.tf:2: tags: ${reason}`]);
    expect(text).toBe(code);
  });

  test("is not edited if it comes from a variable and users removed the value on the server", async () => {
    const code = block(`  where = var.where`);
    const { obstacles } = await adoptAttributes(code, "saved_search", search, { ...search, where: null });
    expect(obstacles).toEqual(['main.tf:2: where: The value comes from the variable "var.where".']);
  });
});

describe("a reference in HCL", () => {
  const known = {
    "data.clickstack_source.logs": "s",
    "clickstack_source.traces": "t",
    'data.clickstack_source.all["a b"]': "u",
  };
  const sources = `data "clickstack_source" "logs" {}\ndata "clickstack_source" "all" {}\nresource "clickstack_source" "traces" {}\n`;
  const code = (address: string) => sources + block(`  source_id = ${address}`);
  const adopt = (before: string, id: string) =>
    adoptAttributes(before, "saved_search", search, { ...search, source_id: id }, { known });

  test.each([
    ["data.clickstack_source.logs.id", "t", "clickstack_source.traces.id"],
    ["data.clickstack_source.logs.id", "u", 'data.clickstack_source.all["a b"].id'],
    ['data.clickstack_source.all[ "a b" ].id', "t", "clickstack_source.traces.id"],
    ['"s"', "t", "clickstack_source.traces.id"],
    ['"s"', "other", '"other"'],
  ])("changes from %s to %s", async (before, id, after) => {
    const { text, obstacles } = await adopt(code(before), id);
    expect(obstacles).toEqual([]);
    expect(text).toBe(code(after));
  });

  test("is replaced by a reference to another tile with a hostile key", async () => {
    const board = "6a0000000000000000000001";
    const alert = {
      name: null,
      source: "tile",
      dashboard_id: board,
      threshold: 1,
      threshold_type: "above",
      interval: "5m",
    };
    const code = (key: string) =>
      `resource "clickstack_dashboard" "b" {}\nresource "clickstack_alert" "x" {\n  tile_id = clickstack_dashboard.b.tile_ids[${key}]\n}\n`;
    const tileIds = { 'a"${b}': "t1", c: "t2" };
    const { text, obstacles } = await adoptAttributes(
      code('"c"'),
      "alert",
      { ...alert, tile_id: "t2" },
      { ...alert, tile_id: "t1" },
      { known: { "clickstack_dashboard.b": board }, tileIds },
    );
    expect(obstacles).toEqual([]);
    expect(text).toBe(code('"a\\"$${b}"'));
  });

  test("stays if the configuration does not declare the new object", async () => {
    const before = code("data.clickstack_source.logs.id");
    const { text, obstacles } = await adopt(before, "other");
    expect(text).toBe(before);
    expect(obstacles).toEqual([
      'main.tf:5: source_id: The value comes from "data.clickstack_source.logs.id", and the configuration declares no object with the new ID.',
    ]);
  });
});
