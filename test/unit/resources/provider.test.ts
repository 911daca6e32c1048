import { type Attribute, createLog } from "../../../src/plugin";
import { complete } from "../../../src/plugin/plan/nested";
import { provider } from "../../../src/provider/provider";
import { alertApi } from "../../../src/resources/alert/api";
import { dashboardCheck } from "../../../src/resources/dashboard/plan-checks";
import { sourceApi } from "../../../src/resources/source/api";
import { json, TestServer } from "../../support/client/http-server";

const context = {
  signal: new AbortController().signal,
  log: createLog({ level: "off", module: "tests", write: () => undefined }),
  warn: () => undefined,
};

test("the provider sends the configured team with every request", async () => {
  await using server = await TestServer.start((_, response) => json(response, 200, { data: [] }));
  const config = { endpoint: server.endpoint, api_key: "key", team: "blue", deployment: "open_source" };
  const { session } = await provider.configure(
    { config: complete(provider.schema.attributes, config), terraformVersion: "1.11.4" },
    context,
  );
  await session.client.collection(sourceApi).readAll();
  await session.client.collection(alertApi).readAll();
  await session.client.close();
  expect(server.seen.map(({ headers }) => headers["x-hdx-team"])).toEqual(["blue", "blue"]);
});

test("the server validates dashboards unless the provider turns the validation off", async () => {
  const config = { endpoint: "http://127.0.0.1:1", api_key: "key", deployment: "open_source" };
  const configured = async (more: object) => {
    const whole = complete(provider.schema.attributes, { ...config, ...more });
    return (await provider.configure({ config: whole, terraformVersion: "1.11.4" }, context)).session;
  };
  expect(dashboardCheck(await configured({}))).toBeDefined();
  expect(dashboardCheck(await configured({ validate_on_plan: false }))).toBeUndefined();
});

test("a long wait for the rate limit becomes a warning of the provider", async () => {
  await using server = await TestServer.start((_request, response) =>
    json(response, 200, { data: [] }, { "ratelimit-remaining": "0", "ratelimit-reset": "200" }),
  );
  const config = { endpoint: server.endpoint, api_key: "key-of-this-test", deployment: "open_source" };
  const stop = new AbortController();
  const warnings: string[] = [];
  const warn = (summary: string, detail: string) => {
    warnings.push(summary, detail);
    stop.abort(new Error("seen"));
  };
  const { session } = await provider.configure(
    { config: complete(provider.schema.attributes, config), terraformVersion: "1.11.4" },
    { ...context, signal: stop.signal, warn },
  );
  await session.client.collection(sourceApi).list();
  await expect(session.client.collection(sourceApi).list()).rejects.toThrow("seen");
  await session.client.close();
  expect(warnings).toEqual([
    "The server's rate limit makes the provider wait",
    expect.stringContaining("admits the next request in 3 minutes"),
  ]);
});

test("only top-level attributes of a resource can force its replacement, because the runtime ignores nested ones", () => {
  const forcing = ({ requiresReplace, nested }: Attribute): boolean =>
    requiresReplace === true || Object.values(nested?.attributes ?? {}).some(forcing);
  const inside = Object.values(provider.resources).flatMap(({ schema }) =>
    Object.values(schema.attributes).flatMap(({ nested }) => Object.values(nested?.attributes ?? {})),
  );
  expect(inside.length).toBeGreaterThan(20);
  expect(inside.filter(forcing)).toEqual([]);
});
