// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Code of the program.
import { type Emulator, seedIds } from "../../../src/emulator";
import { ui } from "../ui";
import type { ProjectForm } from "./adopt-project";

const TYPES = `import { above, Alert, ApiKey, below, between, ClickStackProvider, Connection, count, Dashboard, Role, SavedSearch, Source, startingAt, SystemRole, TeamRole, tile, Webhook } from "cdk-clickstack/cdktn";
import { App, TerraformStack, TerraformVariable } from "cdktn";

const app = new App();
const shop = new TerraformStack(app, "shop");
new ClickStackProvider(shop, "clickstack", { requestsPerWindow: 10000 });
const address = new TerraformVariable(shop, "address", { type: "string", sensitive: true, default: "https://hooks.example.com/secret" });

const local = Connection.byName(shop, "Local ClickHouse");
const slack = Webhook.byName(shop, "Slack oncall");
const logs = Source.byName(shop, "Logs");
const traces = Source.byName(shop, "Traces");
const warehouse = new Connection(shop, "warehouse", { name: "Warehouse", host: "https://ch.example.com:8443", username: "reader", password: "first", passwordVersion: "1" });
const pager = new Webhook(shop, "pager", {
  name: "Pager",
  service: "generic",
  url: "https://example.com/hook",
  body: "{{title}}",
  headers: { Authorization: "first" },
  headersVersion: "1",
});
const secret = new Webhook(shop, "secret", { name: "Secret", service: "generic", urlWo: address.stringValue, urlWoVersion: "1" });
const events = new Source(shop, "events", {
  kind: "log",
  name: "Events",
  connection: local,
  from: { databaseName: "shop", tableName: "events" },
  timestampValueExpression: "Timestamp",
  defaultTableSelectExpression: "Timestamp, Body",
  querySettings: [{ setting: "max_threads", value: "4" }],
});
const search = new SavedSearch(shop, "search", {
  name: "Errors",
  source: logs,
  select: "Timestamp, Body",
  where: "level:error",
  whereLanguage: "lucene",
  orderBy: "Timestamp DESC",
  tags: ["team-a"],
  filters: [{ type: "sql", condition: "ServiceName IN ('api')" }],
});
const board = new Dashboard(shop, "board", {
  name: "Board",
  tiles: {
    errors: tile.line({ source: logs, select: [count()] }),
    slow: tile.number({ source: logs, select: [count()] }),
  },
});
new Alert(shop, "on-tile", { name: "On tile", on: board.tile("errors"), when: above(100), every: "5m", notify: [slack] });
new Alert(shop, "on-search", {
  name: "On search",
  on: search.reference({ groupBy: "ServiceName" }),
  when: between(1, 2),
  every: "1h",
  notify: [pager],
  message: "{{value}} errors",
  note: "Ask Ada.",
  numConsecutiveWindows: 3,
  schedule: startingAt("2026-01-01T00:00:00Z"),
});

const cloud = new TerraformStack(app, "cloud");
new ClickStackProvider(cloud, "clickstack", { deployment: "managed", serviceId: "${seedIds.service}", requestsPerWindow: 10000 });
const EXPIRY = new Date("2099-01-01T00:00:00Z");
const deploy = new Role(cloud, "deploy", { name: "Deploy", policies: [{ allowDeny: "ALLOW", permissions: ["control-plane:organization:view"], resources: ["organization/*"] }] });
new ApiKey(cloud, "ci", {
  name: "ci",
  state: "enabled",
  roles: ["${seedIds.developerRole}"],
  ipAccessList: [{ source: "203.0.113.0/24", description: "build" }],
  expireAt: "2099-01-01T00:00:00Z",
  secretInState: true,
});
new ApiKey(cloud, "named", { name: "named", roles: [SystemRole.developer], allowAnyIp: true, expireAt: EXPIRY, secretInState: true });
new ApiKey(cloud, "deployer", { name: "deployer", roles: [deploy], allowAnyIp: true, secretInState: true });
new TeamRole(cloud, "team", {
  name: "Shop team",
  description: "On call",
  permissions: [{ action: "read", subject: "all" }, { action: "manage", subject: "dashboard", conditions: { tags: "shop" } }],
});
app.synth();
`;

/** A program with every resource type: its objects are in the open-source and in the managed deployment. */
export const EVERY_TYPE: ProjectForm = {
  files: { "package.json": JSON.stringify({ type: "module" }), "main.ts": TYPES },
};

export type Body = Record<string, unknown>;

/** Sends a request of another client of ClickHouse Cloud. The path is below the organization. */
async function cloudRequest({ endpoints }: Emulator, method: string, path: string, body?: Body): Promise<Body> {
  const { endpoint, organizationId, keyId, keySecret } = endpoints.managed;
  const response = await fetch(`${endpoint}/v1/organizations/${organizationId}/${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
      "content-type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
  }
  return JSON.parse(text) as Body;
}

/** Changes an object as a user of the UI or another client does. */
export type Edit = (emulator: Emulator) => Promise<unknown>;

/** Changes fields of an object of the open-source deployment. Its name is the name at the first apply. */
export function editing(kind: string, find: (object: Body) => boolean, change: Body): Edit {
  return async (emulator) => {
    const { data } = (await ui(emulator, "GET", `/api/v2/${kind}`)) as { data: readonly Body[] };
    const { id, createdAt: _, updatedAt: __, state: ___, ...body } = data.find(find) ?? {};
    await ui(emulator, "PUT", `/api/v2/${kind}/${String(id)}`, { ...body, ...change });
  };
}

/** Changes fields of a key or a role of the organization. */
export function patching(kind: "keys" | "roles", find: (object: Body) => boolean, change: Body): Edit {
  return async (emulator) => {
    const { result } = (await cloudRequest(emulator, "GET", kind)) as { result: readonly Body[] };
    await cloudRequest(emulator, "PATCH", `${kind}/${String(result.find(find)?.id)}`, change);
  };
}

/** Changes fields of a role of the service. */
export function editingTeamRole(find: (object: Body) => boolean, change: Body): Edit {
  return async (emulator) => {
    const path = `services/${seedIds.service}/clickstack/roles`;
    const { result } = (await cloudRequest(emulator, "GET", path)) as { result: readonly Body[] };
    const { id, name, description, permissions } = result.find(find) ?? {};
    await cloudRequest(emulator, "PUT", `${path}/${String(id)}`, { name, description, permissions, ...change });
  };
}
