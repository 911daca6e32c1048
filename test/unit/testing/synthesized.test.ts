import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Alert,
  ApiKey,
  above,
  ClickStackProvider,
  Connection,
  count,
  Dashboard,
  SavedSearch,
  Source,
  tile,
  verbatim,
  Webhook,
} from "cdk-clickstack";
import { App, Aspects, TerraformStack } from "cdktf";
import { resourceTypes } from "../../../src/resources/registry";
import { evaluateAlert, type SynthesizedAlert, series, synthesized } from "../../../src/testing";

function stackOfTest(): TerraformStack {
  const stack = new TerraformStack(new App(), "observability");
  new ClickStackProvider(stack, "clickstack");
  return stack;
}

function observability(stack = stackOfTest()): TerraformStack {
  const logs = Source.byName(stack, "Logs");
  const slack = Webhook.byName(stack, "Slack");
  const pager = new Webhook(stack, "pager", { name: "Pager", service: "generic", url: "https://pager.example/hook" });
  const board = new Dashboard(stack, "checkout", {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text that Terraform would evaluate.
    name: verbatim("Checkout ${team}"),
    tags: ["team:shop"],
    tiles: {
      errors: tile.line({ source: logs, select: [count({ where: "level:error" })], name: "Errors" }),
      "all.requests-1": tile.number({ source: logs, select: [count()] }),
    },
  });
  const search = new SavedSearch(stack, "failed", {
    name: "Failed",
    source: logs,
    where: "level:error",
    select: "Body",
  });
  const common = { when: above(100), every: "5m" as const };
  new Alert(stack, "errors", {
    on: board.tile("errors"),
    ...common,
    notify: [slack, pager],
    note: "https://runbooks/1",
  });
  new Alert(stack, "all", { on: board.tile("all.requests-1"), ...common, notify: [pager], name: "All" });
  new Alert(stack, "failures", { on: search.reference({ groupBy: "Host" }), ...common, notify: [slack] });
  new Alert(stack, "inline", { on: tile.line({ source: logs, select: [count()] }), ...common, notify: [slack] });
  return stack;
}

test("the objects of a stack have their declared fields, and texts have the value that Terraform evaluates", () => {
  const { dashboards, savedSearches, webhooks, apiKeys } = synthesized(observability());
  expect(dashboards).toMatchObject([
    {
      address: "clickstack_dashboard.checkout",
      path: "observability/checkout",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: text that Terraform would evaluate.
      name: "Checkout ${team}",
      tags: ["team:shop"],
      tiles: {
        errors: { name: "Errors", config: { displayType: "line", select: [{ aggFn: "count", where: "level:error" }] } },
      },
    },
  ]);
  expect(dashboards[0]?.line).toMatch(/synthesized\.test\.ts:\d+:\d+$/);
  expect(savedSearches.map(({ name, whereLanguage }) => [name, whereLanguage])).toEqual([["Failed", undefined]]);
  expect(webhooks.map(({ url }) => url)).toEqual(["https://pager.example/hook"]);
  expect(apiKeys).toEqual([]);
});

test("an alert has its dashboard, its tile, its saved search and its webhooks", () => {
  const { alerts, dashboards } = synthesized(observability());
  const seen = ({ path, dashboard, tile: watched, savedSearch, chartConfig, webhooks }: SynthesizedAlert) => ({
    path,
    dashboard: dashboard?.address,
    tile: watched?.key,
    search: savedSearch?.name,
    chart: chartConfig?.displayType,
    webhooks: webhooks.map(({ name, isManaged }) => `${name}${isManaged ? "" : " (existing)"}`),
  });
  const none = { dashboard: undefined, tile: undefined, search: undefined, chart: undefined };
  const board = "clickstack_dashboard.checkout";
  expect(alerts.map(seen)).toEqual([
    {
      ...none,
      path: "observability/errors",
      dashboard: board,
      tile: "errors",
      webhooks: ["Slack (existing)", "Pager"],
    },
    { ...none, path: "observability/all", dashboard: board, tile: "all.requests-1", webhooks: ["Pager"] },
    { ...none, path: "observability/failures", search: "Failed", webhooks: ["Slack (existing)"] },
    { ...none, path: "observability/inline", chart: "line", webhooks: ["Slack (existing)"] },
  ]);
  expect(alerts[0]?.dashboard).toBe(dashboards[0]);
  expect(alerts[0]?.tile?.config).toMatchObject({ displayType: "line" });
});

test("an assertion over all alerts finds the alerts without a runbook", () => {
  const { alerts } = synthesized(observability());
  const without = alerts.filter(({ note }) => !note?.includes("https://runbooks"));
  expect(without.map(({ path }) => path)).toEqual(["all", "failures", "inline"].map((id) => `observability/${id}`));
  expect(alerts.every(({ channels }) => channels.length > 0)).toBe(true);
});

test("every resource type with a construct has a list of objects", () => {
  const lists = Object.keys(synthesized(stackOfTest()));
  const members: readonly string[] = resourceTypes.flatMap((type) => ("construct" in type ? [type.member] : []));
  expect([...lists].sort()).toEqual([...members].sort());
});

test("objects of every type are returned in their declared form", () => {
  const stack = stackOfTest();
  new Connection(stack, "local", { name: "Local", host: "http://localhost:8123", username: "default" });
  new ApiKey(stack, "ci", {
    name: "ci",
    state: "enabled",
    ipAccessList: [{ source: "203.0.113.0/24" }],
    roles: ["admin"],
    secretInState: true,
  });
  const { connections, apiKeys } = synthesized(stack);
  expect(connections).toMatchObject([{ address: "clickstack_connection.local", host: "http://localhost:8123" }]);
  expect(apiKeys).toMatchObject([{ state: "enabled", ipAccessList: [{ source: "203.0.113.0/24" }] }]);
});

test("aspects run once before the objects are read, and later constructs are included", () => {
  const stack = observability();
  const visited: string[] = [];
  Aspects.of(stack).add({
    visit: (construct) => {
      if (construct instanceof Alert) {
        visited.push(construct.node.id);
        construct.addOverride("note", "https://runbooks/all");
      }
    },
  });
  const notes = () => synthesized(stack).alerts.map(({ note }) => note);
  expect(new Set(notes())).toEqual(new Set(["https://runbooks/all"]));
  new Alert(stack, "later", {
    ...{ on: tile.line({ source: Source.byName(stack, "Logs"), select: [count()] }), when: above(1), every: "1m" },
    notify: [Webhook.byName(stack, "Slack")],
  });
  expect(notes()).toEqual(Array.from({ length: 5 }, () => "https://runbooks/all"));
  expect(visited).toEqual(["errors", "all", "failures", "inline", "later"]);
});

test("the objects of synthesized stacks are read from the output folder, and their alerts can be evaluated", () => {
  const outdir = mkdtempSync(join(tmpdir(), "clickstack-synthesized-"));
  try {
    for (const name of ["b", "a"]) {
      const stack = observability(new TerraformStack(new App(), name));
      mkdirSync(join(outdir, "stacks", name), { recursive: true });
      writeFileSync(join(outdir, "stacks", name, "cdk.tf.json"), JSON.stringify(stack.toTerraform()));
      expect(synthesized(join(outdir, "stacks", name))).toEqual(synthesized(stack));
    }
    const { alerts, dashboards } = synthesized(outdir);
    expect(dashboards.map(({ path }) => path)).toEqual(["a/checkout", "b/checkout"]);
    expect(alerts.find(({ path }) => path === "b/errors")?.dashboard).toBe(dashboards[1]);
    const [first] = alerts;
    expect(first && evaluateAlert(first, series("5m", "0 100"))).toMatchObject([{ value: 100 }]);
    writeFileSync(join(outdir, "stacks", "a", "cdk.tf.json"), "{");
    expect(() => synthesized(outdir)).toThrow(
      "cdk.tf.json is not a configuration in JSON. Fix: Run the program again.",
    );
    expect(() => synthesized(join(outdir, "none"))).toThrow(
      "none contains no synthesized stack. Fix: Run the program first, for example with npm run synth.",
    );
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
});

test("a tile reference is undefined if the stack does not declare the dashboard", () => {
  const stack = stackOfTest();
  const on = Dashboard.byName(stack, "Shared").tile("Errors");
  new Alert(stack, "shared", { on, when: above(1), every: "1m", notify: [Webhook.byName(stack, "Slack")] });
  const [only] = synthesized(stack).alerts;
  expect([only?.dashboard, only?.tile]).toEqual([undefined, undefined]);
});

test("invalid props are refused with the construct's path, and a missing provider is allowed", () => {
  const stack = new TerraformStack(new App(), "observability");
  new Dashboard(stack, "board", { name: "Board" });
  expect(synthesized(stack).dashboards).toHaveLength(1);
  new Dashboard(stack, "unnamed", { name: 1 as never });
  expect(() => synthesized(stack)).toThrow(/^The stack is invalid:\n {2}\[observability\/unnamed\] name: /);
});

test.each([undefined, {}, new App()])("the helpers for synthesized stacks refuse %p", (stack) => {
  expect(() => synthesized(stack as never)).toThrow(
    "The argument is not a stack. Fix: Pass a TerraformStack of cdktn or cdktf, or the folder of synthesized stacks.",
  );
});
