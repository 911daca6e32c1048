import type { ObjectValue } from "../../src/plugin";
import { TestServer } from "./client/http-server";

export const ID = "0123456789abcdef01234567";
export const LINE = { display_type: "line", source_id: ID, select: [{ agg_fn: "count" }] };

/** One resource of each type whose update replaces the whole object. */
export const REPLACED_TYPES: readonly (readonly [string, string, ObjectValue])[] = [
  [
    "clickstack_dashboard",
    "dashboards",
    { name: "n", tiles: { a: { name: "A", x: 0, y: 0, w: 6, h: 3, config: LINE } } },
  ],
  [
    "clickstack_alert",
    "alerts",
    {
      name: "n",
      saved_search_id: ID,
      interval: "5m",
      threshold: 1,
      threshold_type: "above",
      channels: [{ type: "webhook", webhook_id: ID }],
    },
  ],
  ["clickstack_saved_search", "saved-searches", { name: "n", source_id: ID }],
  ["clickstack_webhook", "webhooks", { name: "n", service: "generic", url: "https://example.com/hook" }],
  [
    "clickstack_source",
    "sources",
    {
      name: "n",
      kind: "session",
      connection: ID,
      from: { database_name: "default", table_name: "sessions" },
      trace_source_id: ID,
      timestamp_value_expression: "TimestampTime",
    },
  ],
  ["clickstack_connection", "connections", { name: "n", host: "http://localhost:8123", username: "default" }],
];

type Body = Record<string, unknown> & { readonly tiles?: readonly Record<string, unknown>[] };

/** A server with one object that is newer than this provider. It stores and returns every field that it gets. */
export class NewerServer {
  readonly stored: Record<string, unknown> = {};
  readonly bodies: Body[] = [];
  /** Methods and `If-Match` headers of the requests. */
  readonly requests: (readonly [method: string, ifMatch: string | undefined])[] = [];
  /** Refuses bodies with this field, as the gateway of the managed deployment does. */
  refuses: string | undefined;
  /** Text of such a refusal. Default: a text with the field. */
  refusalText: string | undefined;
  /** Status of such a refusal. */
  refusal = 400;
  /** Drops this field from each body. */
  drops: string | undefined;
  /** Number of the stored version, which the server sends as `ETag` if it has one. */
  version: number | undefined;
  /** Returns the `ETag` of a version. */
  tagOf = (version: number) => `"${version}"`;
  /** Status of a refused `If-Match`. */
  conflict = 412;
  /** Runs before each write is carried out. */
  beforeWrite: () => void = () => undefined;
  /** True to end the connection after the next write without a response. */
  losesNext = false;

  #list() {
    const data = this.stored.id === undefined ? [] : [this.stored];
    return { status: 200, data, result: data, meta: { total: data.length } };
  }

  async start(): Promise<TestServer> {
    return TestServer.start(({ method, body, path, headers }, response) => {
      const ifMatch = headers["if-match"] as string | undefined;
      this.requests.push([method, ifMatch]);
      const isList = method === "GET" && /\/[a-z-]+(\?|$)/.test(path);
      const before = this.#tag;
      const [status, data] =
        method === "GET"
          ? [200, isList ? this.#list() : enveloped(this.stored)]
          : method === "PATCH"
            ? this.#patch(body as Body)
            : this.#write(path, { ...(body as Body) }, ifMatch);
      if (before !== this.#tag && this.losesNext) {
        this.losesNext = false;
        response.destroy();
        return;
      }
      const tag = isList || this.#tag === undefined ? {} : { etag: this.#tag };
      response.writeHead(status, { "content-type": "application/json", ...tag });
      response.end(JSON.stringify(data));
    });
  }

  get #tag(): string | undefined {
    return this.version === undefined ? undefined : this.tagOf(this.version);
  }

  /** Changes the fields of a body, and removes those that are null. */
  #patch(sent: Body): readonly [status: number, data: object] {
    this.bodies.push(sent);
    for (const [name, value] of Object.entries(sent)) {
      this.stored[name] = value ?? undefined;
    }
    return [200, enveloped(this.stored)];
  }

  #write(path: string, sent: Body, ifMatch: string | undefined): readonly [status: number, data: object] {
    if (path.includes("validate")) {
      return [200, { valid: true, errors: [], normalized: sent }];
    }
    this.bodies.push({ ...sent });
    this.beforeWrite();
    if (ifMatch !== undefined && ifMatch !== this.#tag) {
      return [this.conflict, { message: "The object was changed" }];
    }
    if (this.refuses !== undefined && this.refuses in sent) {
      return [
        this.refusal,
        { message: this.refusalText ?? `request body property can't be validated: ${this.refuses}` },
      ];
    }
    if (this.drops !== undefined) {
      delete sent[this.drops];
    }
    const tiles = sent.tiles?.map((tile) => ({ id: "f00000000000000000000001", ...tile }));
    for (const field of Object.keys(this.stored)) {
      delete this.stored[field];
    }
    Object.assign(this.stored, sent, { id: ID, createdAt: new Date().toISOString() }, tiles && { tiles });
    this.version = this.version === undefined ? undefined : this.version + 1;
    if (path.endsWith("/keys")) {
      this.stored.id = "11111111-1111-4111-8111-111111111111";
      return [200, enveloped({ key: this.stored, keyId: "the-key-id", keySecret: "the-key-secret" })];
    }
    if (path.endsWith("/roles")) {
      this.stored.id = "11111111-1111-4111-8111-111111111111";
    }
    return [200, enveloped(this.stored)];
  }
}

/** Returns the body in the form of the deployment. */
function enveloped(value: object) {
  return { status: 200, data: value, result: value };
}
