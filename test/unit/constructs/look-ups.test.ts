import { TerraformVariable } from "cdktf";
import { Construct } from "constructs";
import { ClickStackProvider, Dashboard, ExistingSource, ExistingWebhook, Source, tile, Webhook } from "../../../src";
import { executableFile, mistakes, only, reference, synthesized } from "../../support/constructs/synthesize";

const ID = "0123456789abcdef01234567";

test("a source is looked up by name, by name and kind, or by id", () => {
  const { data } = synthesized((stack) => {
    Source.byName(stack, "Logs");
    Source.byName(stack, "Traces", { kind: "trace" });
    Source.byId(stack, ID);
    new ExistingSource(stack, "own", { name: "Own" });
  });
  expect(data?.clickstack_source).toMatchObject({
    "source-logs": { name: "Logs" },
    "source-traces-trace": { name: "Traces", kind: "trace" },
    [`source-${ID}`]: { id: ID },
    own: { name: "Own" },
  });
});

test("a webhook is looked up by name, by name and service, or by id", () => {
  const { data } = synthesized((stack) => {
    Webhook.byName(stack, "Slack oncall");
    Webhook.byName(stack, "Slack oncall", { service: "slack" });
    Webhook.byId(stack, ID);
  });
  expect(data?.clickstack_webhook).toMatchObject({
    "webhook-slack-oncall": { name: "Slack oncall" },
    "webhook-slack-oncall-slack": { name: "Slack oncall", service: "slack" },
    [`webhook-${ID}`]: { id: ID },
  });
});

test("equal look-ups share one data source", () => {
  const { data } = synthesized((stack) => {
    expect(Source.byName(stack, "Logs")).toBe(Source.byName(stack, "Logs"));
    expect(Webhook.byId(stack, ID)).toBe(Webhook.byId(stack, ID));
    expect(Source.byName(stack, "Logs", { kind: "log" })).not.toBe(Source.byName(stack, "Logs"));
  });
  expect(Object.keys(data?.clickstack_source ?? {})).toEqual(["source-logs", "source-logs-log"]);
});

test("two look-ups with similar names become two data sources", () => {
  const { data } = synthesized((stack) => {
    Source.byName(stack, "App logs");
    Source.byName(stack, "app/logs");
  });
  expect(data?.clickstack_source).toMatchObject({
    "source-app-logs": { name: "App logs" },
    "source-app-logs-2": { name: "app/logs" },
  });
});

test("the id of a look-up differs from the id of an author's construct", () => {
  const { data } = synthesized((stack) => {
    new Construct(stack, "source-logs");
    Source.byName(stack, "Logs");
  });
  expect(Object.keys(data?.clickstack_source ?? {})).toEqual(["source-logs-2"]);
});

test("each provider block looks up the same name once", () => {
  const { data } = synthesized((stack) => {
    const executable = executableFile();
    const east = new ClickStackProvider(stack, "east", { alias: "east", executable });
    Source.byName(stack, "Logs");
    Source.byName(stack, "Logs", { provider: east });
    Source.byName(stack, "Logs", { provider: east });
    Webhook.byName(stack, "Slack");
    Webhook.byName(stack, "Slack", { provider: east });
  });
  const providers = (blocks: Record<string, Record<string, unknown>> | undefined) =>
    Object.values(blocks ?? {}).map(({ provider }) => provider);
  expect(providers(data?.clickstack_source)).toEqual([undefined, "clickstack.east"]);
  expect(providers(data?.clickstack_webhook)).toEqual([undefined, "clickstack.east"]);
});

test("a look-up with a token has an address that does not depend on the token's number", () => {
  const { data } = synthesized((stack) => {
    const name = new TerraformVariable(stack, "name", { type: "string" });
    Source.byName(stack, name.stringValue);
  });
  expect(data?.clickstack_source).toMatchObject({ source: { name: reference("var.name") } });
});

test("a look-up becomes one data source, and other objects refer to it", () => {
  const json = synthesized((stack) => {
    const logs = Source.byName(stack, "Logs");
    const events = tile.search({ source: logs, select: "Body" });
    new Dashboard(stack, "checkout", { name: "D", tiles: { events } });
  });
  expect(only(json.data?.clickstack_source)).toEqual({ name: "Logs" });
  expect(only(json.resource?.clickstack_dashboard)).toMatchObject({
    tiles: { events: { config: { source_id: reference("data.clickstack_source.source-logs.id") } } },
  });
});

test("a look-up with both id and name, or with neither, is refused with its path", () => {
  const sentence = "name: Set either id or name to look up an object.";
  expect(
    mistakes((stack) => {
      new ExistingSource(stack, "none", {});
      new ExistingWebhook(stack, "both", { id: ID, name: "Slack" });
    }),
  ).toEqual([`[test/none] ${sentence}`, `[test/both] ${sentence}`]);
});
