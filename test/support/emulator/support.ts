import { type Emulator, type EmulatorOptions, type Endpoints, seedIds } from "../../../src/emulator";
import { startEmulator } from "./emulator-for-tests";

/** A response with its body read. */
export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON. Undefined if the body is not JSON. Tests read any part of it. */
  json: Json;
}

/** Any content of a response. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Client {
  get(path: string): Promise<TestResponse>;
  post(path: string, body?: unknown): Promise<TestResponse>;
  put(path: string, body?: unknown): Promise<TestResponse>;
  patch(path: string, body?: unknown): Promise<TestResponse>;
  delete(path: string): Promise<TestResponse>;
}

export interface Running {
  emulator: Emulator;
  endpoints: Endpoints;
  /** Paths below /api/v2, with the access key. */
  openSource: Client;
  /** Paths below the organization, with the start key. */
  cloud: Client;
  /** Paths below clickstack, with the start key. */
  clickStack: Client;
  /** Paths below /ui. */
  ui: Client;
}

export const basic = (keyId: string, keySecret: string): string =>
  `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

export function client(base: string, headers: Record<string, string>): Client {
  const send = async (method: string, path: string, body?: unknown): Promise<TestResponse> => {
    const content: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
    const response = await fetch(base + path, {
      method,
      headers: { ...content, ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  };
  return {
    get: (path) => send("GET", path),
    post: (path, body) => send("POST", path, body),
    put: (path, body) => send("PUT", path, body),
    patch: (path, body) => send("PATCH", path, body),
    delete: (path) => send("DELETE", path),
  };
}

/** Starts an emulator, without rate limits by default. */
export async function start(options: EmulatorOptions = {}): Promise<Running> {
  const emulator = await startEmulator(options);
  const endpoints = emulator.endpoints;
  const { openSource, managed } = endpoints;
  const organization = `${managed.endpoint}/v1/organizations/${managed.organizationId}`;
  const signed = { Authorization: basic(managed.keyId, managed.keySecret) };
  return {
    emulator,
    endpoints,
    openSource: client(`${openSource.endpoint}/api/v2`, { Authorization: `Bearer ${openSource.accessKey}` }),
    cloud: client(organization, signed),
    clickStack: client(`${organization}/services/${managed.serviceId}/clickstack`, signed),
    ui: client(`${openSource.endpoint}/ui`, {}),
  };
}

/** One emulator for a test file. */
export function running(options: EmulatorOptions = {}): Running {
  const holder = {} as Running;
  beforeAll(async () => {
    Object.assign(holder, await start(options));
  });
  afterAll(() => holder.emulator.stop());
  return holder;
}

export const place = { name: "tile", x: 0, y: 0, w: 6, h: 3 };

export const count = { aggFn: "count" };

export const lineConfig = { displayType: "line", sourceId: seedIds.logs, select: [count] };

export const tile = (config: unknown, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...place,
  config,
  ...more,
});

export const dashboard = (...configs: unknown[]): Record<string, unknown> => ({
  name: "Board",
  tiles: configs.map((config) => tile(config)),
});

/** Creates a dashboard and returns its `data`. Throws if the server refuses it. */
export async function created(api: Client, body: unknown): Promise<Json> {
  const response = await api.post("/dashboards", body);
  if (response.status !== 200) {
    throw new Error(`${response.status} ${response.text}`);
  }
  return response.json.data ?? response.json.result;
}

export const absentId = "ffffffffffffffffffffffff";

/** The request body of an alert on a tile, without its dashboard. */
export const alertBody = {
  source: "tile",
  interval: "5m",
  threshold: 10,
  thresholdType: "above",
  channel: { type: "webhook", webhookId: seedIds.slackWebhook },
};
