import { configurationFolder, findingsOf, lintFolders } from "../../../support/cli/lint";
import { reference } from "../../../support/constructs/synthesize";

const ID = "66f1c0de0000000000000001";

test("a literal id of another object is reported once per object, and references to look-ups are not reported", async () => {
  const config = { display_type: "line", source_id: ID, select: [{ agg_fn: "count" }] };
  const click = { type: "search", target: { mode: "id", id: `${ID.slice(0, -1)}2` } };
  const place = { x: 0, y: 0, w: 1, h: 1 };
  const configuration = {
    data: { clickstack_source: { logs: { id: ID } } },
    resource: {
      clickstack_dashboard: {
        shop: {
          name: "Shop",
          tiles: {
            a: { name: "A", ...place, config },
            b: { name: "B", ...place, config },
            c: {
              name: "C",
              ...place,
              config: { display_type: "table", source_id: reference("var.s"), select: [], on_click: click },
            },
            text: { name: ID, ...place, config: { display_type: "markdown", markdown: ID } },
          },
          filters: [{ name: "F", expression: "x", source_id: ID }],
        },
      },
      clickstack_alert: {
        errors: {
          name: "Errors",
          saved_search_id: reference("clickstack_saved_search.x.id"),
          channels: [{ type: "webhook", webhook_id: ID }],
        },
      },
      clickstack_saved_search: { x: { name: "X", source_id: reference("data.clickstack_source.logs.id") } },
      clickstack_source: { logs: { name: "Logs", kind: "log", connection: ID } },
    },
  };
  expect(await findingsOf("hard-coded-id", configuration)).toEqual([
    `clickstack_dashboard.shop a: The tile "a" of the dashboard "Shop" contains the literal id ${ID} in \`config.sourceId\`. \`Source.byName\` looks up the object.`,
    `clickstack_dashboard.shop c: The tile "c" of the dashboard "Shop" contains the literal id ${click.target.id} in \`config.onClick.target.id\`. \`Source.byName\` looks up the object.`,
    `clickstack_alert.errors: The alert "Errors" contains the literal id ${ID} in \`channels.0.webhookId\`. \`Webhook.byName\` looks up the object.`,
    `clickstack_source.logs: The source "Logs" contains the literal id ${ID} in \`connection\`. \`Connection.byName\` looks up the object.`,
  ]);
});

test("the finding about a literal id suggests the class that looks up objects of its field", async () => {
  const config = { display_type: "line", config_type: "sql", sql_template: "SELECT 1", connection_id: ID };
  const tiles = { a: { name: "A", x: 0, y: 0, w: 1, h: 1, config } };
  expect(
    await findingsOf("hard-coded-id", { resource: { clickstack_dashboard: { d: { name: "D", tiles } } } }),
  ).toEqual([expect.stringMatching(/in `config\.connectionId`\. `Connection\.byName` looks up the object\.$/)]);
});

test("a look-up or a managed object is reported as unused if no other block refers to it", async () => {
  const configuration = {
    data: {
      clickstack_webhook: { used: { name: "Used" }, unused: { name: "Unused" }, output: { name: "Output" } },
      clickstack_source: { logs: { name: "Logs" }, unused: { name: "Unused" } },
    },
    resource: {
      clickstack_webhook: { alone: { name: "Alone", service: "slack" }, shared: { name: "Unused", service: "slack" } },
      clickstack_source: {
        traces: { name: "Traces", kind: "trace", log_source_id: reference("data.clickstack_source.logs.id") },
      },
      clickstack_saved_search: {
        watched: { name: "Watched", source_id: reference("clickstack_source.traces.id") },
        unwatched: { name: "Unwatched", source_id: reference("clickstack_source.traces.id") },
      },
      clickstack_alert: {
        a: {
          saved_search_id: reference("clickstack_saved_search.watched.id"),
          channels: [{ type: "webhook", webhook_id: reference("data.clickstack_webhook.used.id") }],
        },
      },
    },
    output: { webhook: { value: reference("data.clickstack_webhook.output.id") } },
  };
  expect(await findingsOf("unused-webhook", configuration)).toEqual([
    'data.clickstack_webhook.unused: No alert uses the look-up of the webhook "Unused".',
    'clickstack_webhook.alone: No alert uses the webhook "Alone".',
  ]);
  expect(await findingsOf("unused-webhook", configuration, { managed: false })).toHaveLength(1);
  expect(await findingsOf("unused-source", configuration)).toEqual([
    'data.clickstack_source.unused: No dashboard, alert, saved search or source uses the look-up of the source "Unused".',
  ]);
  expect(await findingsOf("unused-saved-search", configuration)).toEqual([
    'clickstack_saved_search.unwatched: No alert uses the saved search "Unwatched".',
  ]);
});

const keys = (resource: Readonly<Record<string, object>>, more: object = {}) => ({
  resource: { clickstack_api_key: resource },
  ...more,
});

test("a key needs an expiry or a rotation, unless it is adopted", async () => {
  const configuration = keys({
    plain: { name: "plain" },
    never: { adopt: { name: "old" }, expire_at: "never" },
    adopted: { adopt: { name: "old" } },
    rotated: { name: "rotated", rotate_every: "30d", overlap: "7d" },
    expiring: { name: "expiring", expire_at: "2999-01-01T00:00:00Z" },
    computed: { name: "computed", expire_at: reference("var.expiry") },
  });
  const plain = 'clickstack_api_key.plain: The key "plain" never expires.';
  expect(await findingsOf("key-expiry", configuration)).toEqual([
    plain,
    'clickstack_api_key.never: The key "never" never expires.',
  ]);
  expect(await findingsOf("key-expiry", configuration, { maxDays: 365 })).toEqual([
    plain,
    expect.stringContaining("never"),
    expect.stringMatching(
      /^clickstack_api_key\.expiring: The key "expiring" expires in \d+ days, which is more than 365\.$/,
    ),
  ]);
});

test("a key is reported if its allowed addresses are larger than a /8 network", async () => {
  const list = (...sources: string[]) => ({ ip_access_list: sources.map((source) => ({ source })) });
  const configuration = keys(
    {
      any: { name: "any", allow_any_ip: true },
      all: { name: "all", ...list("0.0.0.0/0") },
      halves: { name: "halves", ...list("0.0.0.0/1", "128.0.0.0/1") },
      v6: { name: "v6", ...list("2001::/16") },
      office: { name: "office", ...list("203.0.113.0/24", "2001:db8::/48") },
      private: { name: "private", ...list("10.0.0.0/8") },
      computed: { name: "computed", ip_access_list: reference("var.list") },
    },
    { ephemeral: { clickstack_api_key: { run: { name: "run", allow_any_ip: true } } } },
  );
  expect(await findingsOf("key-open-addresses", configuration)).toEqual([
    'clickstack_api_key.any: The key "any" can be used from any address.',
    'clickstack_api_key.all: The key "all" can be used from any address.',
    'clickstack_api_key.halves: The key "halves" can be used from any address.',
    'clickstack_api_key.v6: The key "v6" can be used from a range of IPv6 wider than a /32.',
    'ephemeral.clickstack_api_key.run: The key "run" can be used from any address.',
  ]);
});

test("a key for CI must not have the role Admin, in any form of reference to the role", async () => {
  const role = [reference("data.clickstack_organization_role.admin.id")];
  const configuration = keys(
    {
      ci: { name: "ci", role_names: ["Admin"] },
      old: { name: "github-deploy", roles: ["admin"] },
      lookedUp: { name: "deployBot", assigned_role_ids: role },
      person: { name: "break glass", role_names: ["Admin"] },
      pricing: { name: "pricing", role_names: ["Admin"] },
      developer: { name: "ci", role_names: ["Developer"] },
    },
    { data: { clickstack_organization_role: { admin: { name: "Admin" } } } },
  );
  const finding = (label: string, name: string) => `clickstack_api_key.${label}: The key "${name}" has the role Admin.`;
  const ofCi = [finding("ci", "ci"), finding("old", "github-deploy"), finding("lookedUp", "deployBot")];
  expect(await findingsOf("key-admin-role", configuration)).toEqual(ofCi);
  expect(await findingsOf("key-admin-role", configuration, { everyKey: true })).toEqual([
    ...ofCi,
    finding("person", "break glass"),
    finding("pricing", "pricing"),
  ]);
});

describe("secret-literal", () => {
  const SECRET = "Zx81kQ0pLm29aBvc77Tt";

  const secrets = {
    provider: {
      clickstack: [{ api_key: SECRET }, { alias: "other", api_key: reference("var.key"), endpoint: "http://x" }],
    },
    resource: {
      clickstack_connection: {
        literal: { name: "C", host: "http://x", username: "u", password: SECRET },
        variable: { name: "C", host: "http://x", username: "u", password: reference("var.password") },
        marked: { name: "C", host: "http://x", username: "u", password: reference(`sensitive("${SECRET}")`) },
      },
      clickstack_webhook: {
        slack: { name: "S", service: "slack", url: `https://hooks.slack.com/services/T0AAAAAAA/B0AAAAAAA/${SECRET}` },
        parameter: { name: "P", service: "generic", url: `https://example.com/hook?token=${SECRET}` },
        path: { name: "R", service: "generic", url: `https://example.com/hook/${SECRET}` },
        user: { name: "U", service: "generic", url: `https://user:${SECRET}@example.com/hook` },
        open: { name: "O", service: "generic", url: "https://alerts.example.com/incidents/team-payments" },
        headers: {
          name: "H",
          service: "generic",
          url: "https://example.com/hook",
          headers: {
            Authorization: `Bearer ${SECRET}`,
            "Content-Type": "application/json",
            "X-Author-Name": "Ada Lovelace",
          },
        },
      },
      clickstack_alert: { text: { name: "T", message: "Use ghp_0123456789abcdefghijklmnopqrstuvwxyz." } },
    },
  };

  test("reports literals in secret fields and known forms of tokens", async () => {
    expect(await findingsOf("secret-literal", secrets)).toEqual([
      "provider.clickstack: The provider contains a secret in `apiKey`.",
      'clickstack_connection.literal: The connection "C" contains a secret in `password`.',
      'clickstack_connection.marked: The connection "C" contains a secret in `password`.',
      'clickstack_webhook.slack: The webhook "S" contains a secret in `url`.',
      'clickstack_webhook.parameter: The webhook "P" contains a secret in `url`.',
      'clickstack_webhook.path: The webhook "R" contains a secret in `url`.',
      'clickstack_webhook.user: The webhook "U" contains a secret in `url`.',
      'clickstack_webhook.headers: The webhook "H" contains a secret in `headers.Authorization`.',
      'clickstack_alert.text: The alert "T" contains a secret in `message`.',
    ]);
  });

  test("no finding of any rule contains the secret", async () => {
    const { problems } = await lintFolders([configurationFolder(secrets)]);
    expect(problems.map(({ message }) => message).join("\n")).not.toContain(SECRET);
  });
});
