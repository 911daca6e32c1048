import { resolveSettings, type SettingsArguments } from "../../../src/client";

const ORGANIZATION = "aaaaaaaa-0000-4000-8000-000000000001";
const SERVICE = "aaaaaaaa-0000-4000-8000-000000000002";
const CLOUD = { cloudApiKey: "id", cloudApiSecret: "secret", organizationId: ORGANIZATION };

function settings(args: SettingsArguments, env: Record<string, string> = {}) {
  const resolved = resolveSettings(args, env);
  if (!resolved.ok) {
    throw new Error(JSON.stringify(resolved.problems));
  }
  return resolved.settings;
}

function problems(args: SettingsArguments, env: Record<string, string> = {}) {
  const resolved = resolveSettings(args, env);
  return resolved.ok ? [] : resolved.problems;
}

test("an API key of the open-source server without other settings selects the local server", () => {
  expect(settings({}, { CLICKSTACK_API_KEY: " key\n" })).toEqual({
    openSource: { endpoint: "http://localhost:8000", accessKey: "key" },
    observability: "open_source",
    uiEndpoint: "http://localhost:8080",
    allowInsecureHttp: false,
  });
});

describe("the address of the user interface", () => {
  const env = { CLICKSTACK_API_KEY: "key" };

  test.each([
    [
      "has the server's host and the default port of the user interface, if the server has its default port",
      { endpoint: "https://hyperdx.example:8000/api/v2" },
      "https://hyperdx.example:8080",
    ],
    ["is unknown if the server has another port", { endpoint: "https://hyperdx.example" }, undefined],
    [
      "is the configured address, for any address of the server",
      { endpoint: "https://api.example", uiEndpoint: "http://ui.example/hyperdx/" },
      "http://ui.example/hyperdx",
    ],
    [
      "can be set for a managed service",
      { ...CLOUD, serviceId: SERVICE, deployment: "managed", uiEndpoint: "https://ui.example" },
      "https://ui.example",
    ],
  ] as const)("%s", (_, args, uiEndpoint) => {
    expect(settings(args, env).uiEndpoint).toBe(uiEndpoint);
  });

  test("can be set in the environment, and is refused if it is invalid", () => {
    expect(settings({}, { ...env, CLICKSTACK_UI_ENDPOINT: "https://ui.example" }).uiEndpoint).toBe(
      "https://ui.example",
    );
    expect(problems({ uiEndpoint: "ui.example" }, env)).toMatchObject([
      {
        argument: "uiEndpoint",
        detail: "ui_endpoint must start with http:// or https://. Did you mean https://ui.example?",
      },
    ]);
  });
});

test("cloud credentials without a service give access only to API keys", () => {
  expect(settings(CLOUD)).toEqual({
    managed: {
      endpoint: "https://api.clickhouse.cloud",
      organizationId: ORGANIZATION,
      keyId: "id",
      keySecret: "secret",
      product: "clickstack",
    },
    allowInsecureHttp: false,
  });
});

test("arguments replace environment variables, and empty arguments count as missing", () => {
  const env = { CLICKSTACK_API_KEY: "fromEnv", CLICKSTACK_ENDPOINT: "https://env.example", CLICKSTACK_SERVICE_ID: "" };
  expect(settings({ apiKey: "written", endpoint: "" }, env).openSource).toEqual({
    endpoint: "https://env.example",
    accessKey: "written",
  });
});

describe("CLICKSTACK_DEPLOYMENT", () => {
  const both = {
    CLICKSTACK_API_KEY: "bearer",
    CLICKHOUSE_CLOUD_API_KEY: "id",
    CLICKHOUSE_CLOUD_API_SECRET: "secret",
    CLICKHOUSE_ORGANIZATION_ID: ORGANIZATION,
    CLICKSTACK_SERVICE_ID: SERVICE,
  };

  test.each(["open_source", "managed"] as const)(
    "selects %s if there are credentials for both deployments",
    (deployment) => {
      expect(settings({}, { ...both, CLICKSTACK_DEPLOYMENT: deployment }).observability).toBe(deployment);
    },
  );

  test("is replaced by the argument, and counts as missing when it is empty", () => {
    const variables = { ...both, CLICKSTACK_DEPLOYMENT: "managed" };
    expect(settings({ deployment: "open_source" }, variables).observability).toBe("open_source");
    expect(problems({}, { ...both, CLICKSTACK_DEPLOYMENT: " " })).toEqual([
      expect.objectContaining({ summary: "Ambiguous deployment" }),
    ]);
  });

  test("is shown in the error if its value is invalid", () => {
    expect(problems({}, { ...both, CLICKSTACK_DEPLOYMENT: "cloud" })).toContainEqual({
      argument: "deployment",
      summary: "Unknown deployment",
      detail: 'Write "open_source" or "managed" in the environment variable CLICKSTACK_DEPLOYMENT.',
    });
  });
});

test("CLICKHOUSE_ORG_ID sets the organization if CLICKHOUSE_ORGANIZATION_ID is missing", () => {
  const { organizationId: _, ...key } = CLOUD;
  const other = "bbbbbbbb-0000-4000-8000-000000000001";
  expect(settings(key, { CLICKHOUSE_ORG_ID: ORGANIZATION }).managed?.organizationId).toBe(ORGANIZATION);
  const both = { CLICKHOUSE_ORG_ID: other, CLICKHOUSE_ORGANIZATION_ID: ORGANIZATION };
  expect(settings(key, both).managed?.organizationId).toBe(ORGANIZATION);
});

test("both deployments can be used together: API keys in the cloud, and dashboards on the open-source server", () => {
  const resolved = settings({ ...CLOUD, apiKey: "bearer", endpoint: "https://oss.example/hyperdx/" });
  expect(resolved.observability).toBe("open_source");
  expect(resolved.openSource?.endpoint).toBe("https://oss.example/hyperdx");
  expect(resolved.managed?.endpoint).toBe("https://api.clickhouse.cloud");
});

describe("the address of an open-source server", () => {
  const env = { CLICKSTACK_ENDPOINT: "http://127.0.0.1:9000/" };

  test.each<[string, SettingsArguments]>([
    ["only API keys are reached", CLOUD],
    ["a service id makes the deployment managed", { ...CLOUD, serviceId: SERVICE }],
    ["the deployment is set to managed", { ...CLOUD, serviceId: SERVICE, apiKey: "bearer", deployment: "managed" }],
    ["dashboards are in open source", { ...CLOUD, apiKey: "bearer" }],
  ])("is never the address of ClickHouse Cloud if it is in the environment: %s", (_name, args) => {
    expect(settings(args, env).managed?.endpoint).toBe("https://api.clickhouse.cloud");
    const cloud = { ...args, cloudEndpoint: "https://cloud.example" };
    expect(settings(cloud, env).managed?.endpoint).toBe("https://cloud.example");
  });

  test("is not used for the API keys of ClickHouse Cloud, even without an access key", () => {
    const block = { ...CLOUD, endpoint: "https://oss.example" };
    expect(settings({ ...block, apiKey: "bearer" })).toMatchObject({
      openSource: { endpoint: "https://oss.example" },
      managed: { endpoint: "https://api.clickhouse.cloud" },
    });
    expect(settings(block)).toMatchObject({ managed: { endpoint: "https://api.clickhouse.cloud" } });
  });

  test.each<[string, SettingsArguments]>([
    ["deployment is managed", { deployment: "managed" }],
    ["there is a service id and no access key", {}],
  ])("is refused for managed dashboards with an error that suggests cloud_endpoint: %s", (_name, args) => {
    const found = problems({ ...CLOUD, serviceId: SERVICE, endpoint: "http://10.0.0.1:8000", ...args });
    expect(found.map(({ argument, summary }) => [argument, summary])).toEqual([
      ["endpoint", "endpoint is for an open-source server"],
    ]);
    expect(found[0]?.detail).toContain("cloud_endpoint");
    expect(found[0]?.detail).toContain("api_key");
  });
});

test("the path of the API at the end of an address is removed", () => {
  expect(settings({ apiKey: "bearer", endpoint: "https://oss.example/api/v2/" }).openSource?.endpoint).toBe(
    "https://oss.example",
  );
  expect(settings({ ...CLOUD, cloudEndpoint: "https://cloud.example/v1" }).managed?.endpoint).toBe(
    "https://cloud.example",
  );
});

test("a team is refused for the managed deployment", () => {
  expect(settings({ apiKey: "bearer", team: " blue " }).openSource?.team).toBe("blue");
  expect(settings({ apiKey: "bearer", team: "" }).openSource).not.toHaveProperty("team");
  const found = problems({ ...CLOUD, serviceId: SERVICE, team: "blue" });
  expect(found.map(({ argument, summary }) => [argument, summary])).toEqual([["team", "No team to select"]]);
});

test("both an access key and a service id without a deployment cause an error", () => {
  const found = problems({ ...CLOUD, apiKey: "bearer", serviceId: SERVICE });
  expect(found.map(({ argument }) => argument)).toEqual(["deployment"]);
  expect(found[0]?.detail).toContain('Set deployment (CLICKSTACK_DEPLOYMENT) to "open_source" or "managed"');
});

test("the argument deployment selects one of two configured deployments", () => {
  const both = { ...CLOUD, apiKey: "bearer", serviceId: SERVICE };
  expect(settings({ ...both, deployment: "managed" }).openSource).toBeUndefined();
  expect(settings({ ...both, deployment: "managed" }).managed?.serviceId).toBe(SERVICE);
  expect(settings({ ...both, deployment: "open_source" }).openSource?.accessKey).toBe("bearer");
});

test.each<[string, SettingsArguments, string, string]>([
  ["no setting", {}, "apiKey", "CLICKSTACK_API_KEY"],
  [
    "a key id without secret",
    { cloudApiKey: "id", organizationId: ORGANIZATION },
    "cloudApiSecret",
    "CLICKHOUSE_CLOUD_API_SECRET",
  ],
  [
    "a secret without key id",
    { cloudApiSecret: "s", organizationId: ORGANIZATION },
    "cloudApiKey",
    "CLICKHOUSE_CLOUD_API_KEY",
  ],
  ["no organization", { cloudApiKey: "id", cloudApiSecret: "s" }, "organizationId", "CLICKHOUSE_ORGANIZATION_ID"],
  ["an organization that is not a UUID", { ...CLOUD, organizationId: "acme" }, "organizationId", "UUID"],
  ["managed without service", { ...CLOUD, deployment: "managed" }, "serviceId", "CLICKSTACK_SERVICE_ID"],
  [
    "open source without key",
    { ...CLOUD, deployment: "open_source" },
    "apiKey",
    "Personal API access key".toLowerCase().slice(0, 8),
  ],
  ["no scheme", { apiKey: "k", endpoint: "clickstack.example:8000" }, "endpoint", "https://clickstack.example:8000"],
  ["no scheme on this machine", { apiKey: "k", endpoint: "localhost:8000" }, "endpoint", "http://localhost:8000"],
  ["an unreadable address", { apiKey: "k", endpoint: "http://[" }, "endpoint", "cannot be read"],
  ["credentials in the address", { apiKey: "k", endpoint: "https://u:geheim@host" }, "endpoint", "user and password"],
  ["a query in the address", { apiKey: "k", endpoint: "https://host/?a=b" }, "endpoint", "must not contain ?"],
  ["plain http to another host", { apiKey: "k", endpoint: "http://host" }, "endpoint", "allow_insecure_http"],
  ["a key with a line end inside", { apiKey: "a\nb" }, "apiKey", "contains invalid characters"],
  ["a product with a slash", { ...CLOUD, product: "a/b" }, "product", "segment"],
  ["half a request per window", { ...CLOUD, requestsPerWindow: 0.5 }, "requestsPerWindow", "whole number"],
])("invalid settings are reported with a fix: %s", (_name, args, argument, words) => {
  const found = problems(args);
  expect(found.map((problem) => problem.argument)).toEqual([argument]);
  expect(found[0]?.detail).toContain(words);
  expect(found[0]?.detail).not.toContain("geheim");
});

test("plain http to another machine is allowed with allow_insecure_http", () => {
  expect(settings({ apiKey: "k", endpoint: "http://host:8000", allowInsecureHttp: true }).openSource?.endpoint).toBe(
    "http://host:8000",
  );
});

test("an organization in the environment does not select the managed deployment", () => {
  expect(settings({ apiKey: "k" }, { CLICKHOUSE_ORGANIZATION_ID: ORGANIZATION }).managed).toBeUndefined();
});
