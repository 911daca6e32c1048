import type { Policy } from "../../../../../src/cli/commands/migrate/input/rules";
import { BY_HOST, convertedFrom, ofType, query, ruleWith, threshold } from "./rule-fixture";

/** Contact points and notification policies of rules. */

const point = (name: string, type: string, settings: object = {}) => ({
  ...{ file: "contacts.yaml", uid: "", name },
  receivers: [{ type, settings: settings as Readonly<Record<string, unknown>> }],
});

function webhookFor(type: string, settings: object = {}, isOpenSource = true) {
  const { objects, outcomes, notes } = convertedFrom({
    rules: [ruleWith({ receiver: "team" })],
    contactPoints: [point("team", type, settings)],
    context: { isOpenSource },
  });
  const [alert] = ofType(objects, "alert");
  return { webhook: ofType(objects, "webhook")[0], alert: alert?.fields, outcome: outcomes[0], notes };
}

test.each([
  ["slack", { url: "https://hooks.slack.com/services/SECRET" }, "slack"],
  ["slack", { token: "[REDACTED]", recipient: "alerts" }, "generic"],
  ["webhook", { url: "https://example.com/SECRET" }, "generic"],
  ["pagerduty", { integrationKey: "SECRET" }, "generic"],
  ["opsgenie", { apiKey: "SECRET" }, "generic"],
  ["victorops", { url: "https://example.com/SECRET" }, "generic"],
  ["discord", { url: "https://example.com/SECRET" }, "generic"],
  ["teams", { url: "https://example.com/SECRET" }, "generic"],
  ["telegram", { bottoken: "SECRET", chatid: '-1"' }, "generic"],
  ["googlechat", { url: "https://example.com/SECRET" }, "generic"],
  ["pushover", { apiToken: "SECRET", userKey: "SECRET" }, "generic"],
  ["webex", { bot_token: "SECRET" }, "generic"],
  ["incidentio", { url: "https://api.incident.io/SECRET" }, "incidentio"],
])("a contact point of the type %s with %j becomes a webhook without its secrets", (type, settings, service) => {
  const { webhook, outcome, notes } = webhookFor(type, settings);
  expect(outcome?.class).toBe("exact");
  expect(webhook).toMatchObject({ name: "team", fields: { service } });
  expect(JSON.stringify([webhook, notes])).not.toContain("SECRET");
  const body = webhook?.fields.body;
  expect(typeof body).toBe(service === "generic" ? "string" : "undefined");
  expect(() => JSON.parse(String(body ?? "{}"))).not.toThrow();
  expect(notes.join("\n")).toContain('Webhook "team": set the variable with its address');
});

test("the secrets that an author must set are listed", () => {
  expect(webhookFor("pagerduty").notes.at(-1)).toBe(
    'Webhook "team": set the variable with its address, which is https://events.pagerduty.com/v2/enqueue; ROUTING_KEY in `body`.',
  );
  expect(webhookFor("slack", { token: "x", recipient: "C1" }).notes.at(-1)).toBe(
    'Webhook "team": set the variable with its address, which is https://slack.com/api/chat.postMessage; Authorization in `headers`.',
  );
});

test("the custom texts of a contact point are listed", () => {
  const { notes } = webhookFor("slack", { url: "https://hooks.slack.com/services/SECRET", text: "{{ .Status }}" });

  expect(notes).toContain('The own texts of the contact point "team" are not converted.');
  expect(webhookFor("slack").notes.join()).not.toContain("own texts");
});

test("e-mail is a channel of a managed server only", () => {
  const settings = { addresses: "a@example.com; b@example.com" };
  expect(webhookFor("email", settings, false).alert?.channels).toEqual([
    { type: "email", emailRecipients: ["a@example.com", "b@example.com"] },
  ]);
  expect(webhookFor("email", settings).outcome?.differences).toEqual([
    'The contact point "team" has the type "email", which has no equivalent.',
    'The rule has no contact point that can be converted. It notifies the webhook "Alerts".',
  ]);
});

test("an invalid e-mail address is left out, and the rule is converted", () => {
  const { alert, outcome } = webhookFor("email", { addresses: "root@localhost, a@example.com" }, false);

  expect(alert?.channels).toEqual([{ type: "email", emailRecipients: ["a@example.com"] }]);
  expect(outcome?.differences).toEqual(['The contact point "team" has a missing or invalid e-mail address.']);
});

test("an e-mail contact point without addresses does not become a channel", () => {
  const { alert, outcome } = webhookFor("email", { addresses: "" }, false);
  expect(alert?.channels).toEqual([{ type: "webhook", webhookId: expect.any(String) }]);
  expect(outcome?.differences).toEqual([
    'The contact point "team" has a missing or invalid e-mail address.',
    'The rule has no contact point that can be converted. It notifies the webhook "Alerts".',
  ]);
});

test("a contact point that is not in the input is reported, and one webhook replaces all such contact points", () => {
  const { objects, outcomes } = convertedFrom({
    rules: [ruleWith({ receiver: "x" }), ruleWith({ uid: "2", receiver: "y" })],
  });
  expect(outcomes[0]?.differences).toEqual([
    'The contact point "x" is not in the input.',
    'The rule has no contact point that can be converted. It notifies the webhook "Alerts".',
  ]);
  expect(ofType(objects, "webhook").map(({ name }) => name)).toEqual(["Alerts"]);
});

test("a legacy alert notifies its contact points by name or uid, up to ten", () => {
  const contactPoints = Array.from({ length: 12 }, (_, index) => ({
    ...point(`p${index}`, "webhook"),
    uid: `u${index}`,
  }));
  const notifications = contactPoints.map(({ uid }) => uid);
  const { objects, outcomes } = convertedFrom({
    rules: [ruleWith({ receiver: undefined, notifications })],
    contactPoints,
  });
  expect(ofType(objects, "alert")[0]?.fields.channels).toHaveLength(10);
  expect(outcomes[0]?.differences).toEqual(["The field `channels` is cut after 10 of 12 values."]);
});

const policy = (receiver: string | undefined, more: Partial<Policy> = {}): Policy => ({
  ...{ receiver, matchers: [], continues: false, hasTimings: false, routes: [] },
  ...more,
});

const tree = policy("root", {
  hasTimings: true,
  routes: [
    policy("all", { matchers: [["alertname", "=", "Errors"]], continues: true }),
    policy("paging", {
      matchers: [["severity", "=~", "critical|page"]],
      routes: [
        policy("db", { matchers: [["team", "=", "db"]] }),
        policy(undefined, { matchers: [["team", "!=", "web"]] }),
      ],
    }),
    policy("hosts", { matchers: [["host", "=", "a"]] }),
    policy("pattern", { matchers: [["severity", "=~", "warn.+"]] }),
  ],
});

test.each<[Record<string, string>, string, readonly string[], readonly string[]]>([
  [{ severity: "critical", team: "db" }, "Errors", ["all", "db"], []],
  [{ severity: "page", team: "web" }, "Other", ["paging"], []],
  [{ severity: "page" }, "Other", ["paging"], []],
  [{ severity: "info", host: "b" }, "Other", ["root"], ["pattern"]],
  [{ severity: "info" }, "Other", ["root"], ["hosts", "pattern"]],
])("the policies for the labels %j of %s choose %j", (labels, title, names, undecided) => {
  const contactPoints = ["root", "all", "paging", "db", "hosts", "pattern"].map((name) => point(name, "webhook"));
  const steps = [query(BY_HOST), threshold("gt", [5], "A")];
  const { objects, outcomes, notes } = convertedFrom({
    ...{ rules: [ruleWith({ receiver: undefined, labels, title, steps })], contactPoints, policies: [tree] },
  });
  expect(ofType(objects, "webhook").map(({ name }) => name)).toEqual(names);
  expect(outcomes[0]?.differences).toEqual(
    undecided.map((name) => `The policy of "${name}" depends on the query or on a pattern. It is ignored.`),
  );
  expect(notes).toContain("Grouping, repeat intervals and mute timings of notification policies are not converted.");
});
