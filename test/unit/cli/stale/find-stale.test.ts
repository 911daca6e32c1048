import { staleHtml, staleMarkdown, staleText } from "../../../../src/cli/commands/report/render";
import type { ServerLists } from "../../../../src/cli/server/server-lists";
import { findStale } from "../../../../src/cli/server/stale/find-stale";
import { type StaleObject, type StaleReport, staleDocument } from "../../../../src/cli/server/stale/stale-report";
import { colorsFor } from "../../../../src/cli/terminal/colors";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const DAY = 86_400_000;
const ago = (days: number) => new Date(NOW - days * DAY).toISOString();

type Lists = Partial<
  Record<
    keyof ServerLists,
    readonly Record<string, unknown>[] | { readonly problem: string; readonly isSkipped?: true }
  >
>;

function listsOf(given: Lists): ServerLists {
  const names = ["alerts", "dashboards", "savedSearches", "sources", "webhooks", "apiKeys"] as const;
  const entries = names.map((name) => {
    const records = given[name] ?? [];
    return [name, Array.isArray(records) ? { records } : { records: [], ...records }];
  });
  return Object.fromEntries(entries) as ServerLists;
}

function found(given: Lists, seen = {}, alertDays = 7) {
  const limits = { now: NOW, days: 30, alertDays, urlOf: (id: string) => `http://ui/dashboards/${id}` };
  return findStale(listsOf(given), limits, seen);
}

const alert = (fields: Record<string, unknown>) => ({
  id: "a".repeat(24),
  name: "Errors",
  state: "OK",
  updatedAt: ago(0),
  ...fields,
});

const rows = ({ findings }: StaleReport) =>
  findings.map(({ rule, name, since, text }: StaleObject) => [rule, name, since, text]);

test.each([
  [{}, []],
  [
    { executionErrors: [{ timestamp: ago(2), type: "QUERY_ERROR", message: "no table" }] },
    [["alert-errors", "Errors", ago(2), "QUERY_ERROR at 2026-11-21 12:00 UTC: no table"]],
  ],
  [{ executionErrors: [{}, {}] }, [["alert-errors", "Errors", null, "UNKNOWN:  There are 2 errors."]]],
  [{ executionErrors: null }, []],
  [{ state: "ALERT", updatedAt: ago(6.9) }, []],
  [
    { state: "ALERT", updatedAt: ago(7) },
    [["alert-firing", "Errors", ago(7), "It fires for at least 7 days, since 2026-11-16 12:00 UTC."]],
  ],
  [
    { state: "INSUFFICIENT_DATA", updatedAt: ago(40) },
    [["alert-no-data", "Errors", ago(40), "It has no data for at least 40 days, since 2026-10-14 12:00 UTC."]],
  ],
  [{ state: "ALERT", updatedAt: null }, []],
  [{ silenced: { at: ago(1), until: ago(-1) } }, []],
  [{ silenced: { at: ago(9), until: ago(1) } }, []],
  [
    { silenced: { at: ago(9), until: ago(-1) } },
    [["alert-silenced", "Errors", ago(9), "It is silenced since 2026-11-14 12:00 UTC, until 2026-11-24 12:00 UTC."]],
  ],
  [
    { silenced: { at: ago(1), until: ago(-30) } },
    [["alert-silenced", "Errors", ago(1), "It is silenced since 2026-11-22 12:00 UTC, until 2026-12-23 12:00 UTC."]],
  ],
  [{ silenced: {} }, [["alert-silenced", "Errors", null, "It is silenced, without an end."]]],
])("an alert with %j has the findings %j", (fields, expected) => {
  expect(rows(found({ alerts: [alert(fields)] }).report)).toEqual(expected);
});

test("an alert whose webhook was deleted is reported, unless the list of webhooks is incomplete", () => {
  const channels = [{ webhookId: "w1" }, { webhookId: "w2" }, { webhookId: "w3" }];
  const alerts = [alert({ channel: { webhookId: "w1" }, channels })];
  const webhooks = [{ id: "w2", name: "hook" }];
  expect(rows(found({ alerts, webhooks }).report)).toEqual([
    ["alert-webhook", "Errors", null, "It notifies webhooks that do not exist: w1, w3."],
  ]);
  expect(rows(found({ alerts, webhooks: { problem: "Refused" } }).report)).toEqual([]);
});

test.each([
  ["POST https://hooks.slack.com/services/T0/B0/secret failed", "POST https://hooks.slack.com/... failed"],
  ["https://user:secret@example.com?token=secret", "https://example.com/..."],
  ["https://user:secret@example.com failed", "https://example.com failed"],
  ["connect ECONNREFUSED 10.0.0.1:80 (http://10.0.0.1)", "connect ECONNREFUSED 10.0.0.1:80 (http://10.0.0.1)"],
])("the error %j is shown without the address of a webhook", (message, text) => {
  const { report } = found({ alerts: [alert({ executionErrors: [{ type: "WEBHOOK_ERROR", message }] })] });
  expect(report.findings[0]?.text).toBe(`WEBHOOK_ERROR: ${text}`);
});

test("an alert that fires in every run is reported after the configured number of days", () => {
  const firing = alert({ state: "ALERT" });
  const first = found({ alerts: [firing] });
  expect([first.report.findings, first.report.recent]).toEqual([[], { firing: 1, noData: 0 }]);
  expect(first.alertStates).toEqual({ [firing.id]: { state: "ALERT", since: ago(0) } });
  const seen = { [firing.id]: { state: "ALERT", since: ago(8) } };
  const later = found({ alerts: [firing] }, seen);
  expect(rows(later.report)).toEqual([
    ["alert-firing", "Errors", ago(8), "It fires for at least 8 days, since 2026-11-15 12:00 UTC."],
  ]);
  expect(later.alertStates).toEqual(seen);
  expect(found({ alerts: [alert({})] }, seen).alertStates).toEqual({});
  expect(found({ alerts: [alert({ state: "INSUFFICIENT_DATA" })] }, seen).report.recent).toEqual({
    firing: 0,
    noData: 1,
  });
});

test("a dashboard or a saved search with deleted sources is reported with each source and its places", () => {
  const click = (type: string, id: string) => ({ type, target: { mode: "id", id } });
  const dashboard = {
    ...{ id: "d1", name: "Checkout" },
    tiles: [
      { name: "Errors", config: { displayType: "kind of a newer server", sourceId: "gone" } },
      { name: "Slow", config: { displayType: "table", sourceId: "there", onClick: click("search", "other") } },
      { name: "Back", config: { displayType: "table", sourceId: "there", onClick: click("dashboard", "d9") } },
      { name: "Text", config: { displayType: "markdown" } },
    ],
    filters: [{ name: "Service", sourceId: "gone", appliesToSourceIds: ["there", "gone"] }],
  };
  const { report } = found({
    dashboards: [dashboard, { id: "d2", name: "Good", tiles: [{ name: "T", config: { sourceId: "there" } }] }],
    savedSearches: [
      { id: "s1", name: "Search", sourceId: "gone" },
      { id: "s2", name: "Good", sourceId: "there" },
    ],
    sources: [{ id: "there" }],
  });
  expect(rows(report)).toEqual([
    [
      "dashboard-source",
      "Checkout",
      null,
      "The source gone does not exist: tile Errors, filter Service. The source other does not exist: click of the tile Slow.",
    ],
    ["saved-search-source", "Search", null, "The source gone does not exist."],
  ]);
  expect(report.findings[0]?.url).toBe("http://ui/dashboards/d1");
});

test("a webhook counts as used if any channel of an alert refers to it", () => {
  const channels = [{ type: "webhook", webhookId: "w1" }, { type: "webhook", webhookId: "w2" }, { type: "email" }];
  const { report } = found({
    alerts: [
      alert({ channel: channels[0], channels }),
      alert({ channel: { type: "webhook", webhookId: "w3" }, channels: null }),
    ],
    webhooks: ["w1", "w2", "w3", "w4"].map((id) => ({ id, name: `hook ${id}` })),
  });
  expect(rows(report)).toEqual([["webhook-unused", "hook w4", null, "No alert notifies it."]]);
});

test.each([
  [{ usedAt: ago(29), createdAt: ago(99) }, []],
  [{ usedAt: ago(30), createdAt: ago(99) }, [["key-unused", "It was last used 30 days ago, at 2026-10-24 12:00 UTC."]]],
  [
    { createdAt: ago(31), state: "disabled" },
    [["key-unused", "It was never used since its creation 31 days ago, at 2026-10-23 12:00 UTC. It is disabled."]],
  ],
  [{ createdAt: ago(1) }, []],
  [{ usedAt: ago(0), expireAt: ago(-31) }, []],
  [{ usedAt: ago(0), expireAt: "" }, []],
  [{ usedAt: ago(0), expireAt: null }, []],
  [{ usedAt: ago(0), expireAt: ago(-2) }, [["key-expiring", "It expires at 2026-11-25 12:00 UTC, in 2 days."]]],
  [{ usedAt: ago(0), expireAt: ago(1) }, [["key-expiring", "It expired at 2026-11-22 12:00 UTC."]]],
])("an API key with %j has the findings %j", (fields, expected) => {
  const { report } = found({ apiKeys: [{ id: "k", name: "ci", state: "enabled", ...fields }] });
  expect(report.findings.map(({ rule, text }) => [rule, text])).toEqual(expected);
});

test("an incomplete list disables the checks that need the complete list", () => {
  const seen = { ["b".repeat(24)]: { state: "ALERT", since: ago(9) } };
  const { report, alertStates } = found(
    {
      alerts: { problem: "the list of alerts is incomplete" },
      sources: { problem: "the list of sources is incomplete" },
      dashboards: [{ id: "d", name: "D", tiles: [{ name: "T", config: { sourceId: "gone" } }] }],
      webhooks: [{ id: "w", name: "W" }],
      apiKeys: { problem: "GET /keys returned 403", isSkipped: true },
    },
    seen,
  );
  expect(report).toMatchObject({
    findings: [],
    skipped: ["GET /keys returned 403"],
    problems: ["the list of alerts is incomplete", "the list of sources is incomplete"],
  });
  expect(alertStates).toEqual(seen);
});

test("a report mentions every list that the server does not offer", () => {
  const { report } = found({
    alerts: [alert({ state: "OK" })],
    sources: { problem: "This server has no list of sources.", isSkipped: true },
    dashboards: [{ id: "d", name: "D", tiles: [{ name: "T", config: { sourceId: "gone" } }] }],
    apiKeys: { problem: "GET /keys returned 403", isSkipped: true },
  });
  expect(report.findings).toEqual([]);
  expect(report.skipped).toEqual(
    expect.arrayContaining(["This server has no list of sources.", "GET /keys returned 403"]),
  );
  expect(report.skipped).toHaveLength(2);
  expect(report.problems).toEqual([]);
});

test("a report mentions unchecked ClickStack objects if the settings have no ClickStack server", () => {
  const absent = { records: [], isSkipped: true };
  const lists = { ...listsOf({}), alerts: absent, dashboards: absent, savedSearches: absent, sources: absent };
  const limits = { now: NOW, days: 30, alertDays: 7, urlOf: () => undefined };
  expect(findStale({ ...lists, webhooks: absent }, limits, {}).report.skipped).toEqual([
    "There are no settings for the objects of ClickStack.",
  ]);
});

test("names and error messages of the server are plain text in every format", () => {
  const name = "<img src=x onerror=1> [a](http://b) \u202e@team\n# Title";
  const { report } = found({
    alerts: [alert({ name, executionErrors: [{ type: "`x`", message: "| </td><script>" }] })],
  });
  expect(staleHtml(report)).toContain("&lt;img src=x onerror=1&gt; [a](http://b) \\u202e@team # Title");
  expect(staleHtml(report)).not.toMatch(/<img|<script>/);
  expect(staleMarkdown(report)).toContain("- `<img src=x onerror=1> [a](http://b) \\u202e@team # Title` `aaaa");
  const lines = staleText(report, { colors: colorsFor({}, {}), width: 60 }).split("\n");
  expect(lines.filter((line) => /^[#<]/.test(line))).toEqual([]);
  expect(JSON.parse(staleDocument.text(report))).toMatchObject({ kind: "stale", version: 1, findings: [{ name }] });
});

test("a text report has a section for each rule, and explains which checks were skipped", () => {
  const { report } = found({
    alerts: [alert({ state: "ALERT" })],
    webhooks: [{ id: "w1", name: "Pager" }],
    apiKeys: { problem: "", isSkipped: true },
  });
  expect(staleText({ ...report, skipped: ["There is no key."] }, { colors: colorsFor({}, {}), width: 80 })).toBe(
    [
      "Webhooks without alerts (1)",
      "  Pager (w1)",
      "    No alert notifies it.",
      "",
      "Findings: 1.",
      "Other alerts: 1 firing, for less than 7 days or for an unknown time.",
      "Not checked: There is no key.",
      "",
    ].join("\n"),
  );
});

test("a report without any readable list does not claim that nothing is stale, and shows equal errors once", () => {
  const refused = (path: string, request = "") => ({
    problem: `GET /api/v2/${path} returned 401: Unauthorized${request}.\nCheck api_key.`,
  });
  const { report } = found({
    ...{ dashboards: refused("dashboards"), alerts: refused("alerts"), savedSearches: refused("saved-searches") },
    ...{ sources: refused("sources", " (request 7)"), webhooks: { problem: "the list of webhooks is incomplete" } },
  });
  expect(report.problems).toEqual([
    "GET /api/v2/dashboards returned 401: Unauthorized.\nCheck api_key. These lists have the same problem: alerts, saved searches, sources.",
    "the list of webhooks is incomplete",
  ]);
  const texts = [
    staleText(report, { colors: colorsFor({}, {}), width: 1000 }),
    staleMarkdown(report),
    staleHtml(report),
  ];
  for (const text of texts) {
    expect(text).not.toContain("No stale objects");
    expect(text).toContain("Not checked: GET /api/v2/dashboards returned 401: Unauthorized. Check");
    expect(text).toContain("Not checked: the list of webhooks is incomplete");
    expect(text).not.toContain("error:");
  }
});
