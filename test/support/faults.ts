import type { Exchange, ProxiedResponse } from "./fault-proxy";

/** One way in which a request can fail. */
export interface Fault {
  readonly name: string;
  /** States if the server has handled the request before the caller notices the fault: `never`, or `done`. */
  readonly write: "never" | "done";
  readonly play: (exchange: Exchange) => Promise<void> | void;
}

const json = (status: number, value: unknown, headers: Record<string, string> = {}): ProxiedResponse => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

const text = (status: number, body: string, type = "text/html; charset=utf-8", headers = {}): ProxiedResponse => ({
  status,
  headers: { "content-type": type, ...headers },
  body: Buffer.from(body),
});

const REQUEST_ID = "5a6b7c8d-0000-4000-8000-00000000fa01";

/** Returns a refusal in the format of the deployment. */
function refusal(
  exchange: Exchange,
  own: { readonly managed: ProxiedResponse; readonly openSource: ProxiedResponse },
): ProxiedResponse {
  return exchange.request.deployment === "managed" ? own.managed : own.openSource;
}

const serverError = (exchange: Exchange) =>
  refusal(exchange, {
    managed: json(500, { status: 500, error: "INTERNAL_ERROR: Internal server error", requestId: REQUEST_ID }),
    openSource: json(500, { message: "Something went wrong :(" }),
  });

const badGateway = text(502, "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body></body>\r\n</html>\r\n");

const unauthorized = (exchange: Exchange) =>
  refusal(exchange, {
    managed: json(401, { status: 401, error: "UNAUTHORIZED: Invalid credentials", requestId: REQUEST_ID }),
    openSource: text(401, "Unauthorized", "text/plain; charset=utf-8"),
  });

/** @param wait states when the caller may retry, in the form of the deployment */
const tooMany = (exchange: Exchange, wait: boolean) =>
  refusal(exchange, {
    managed: json(
      429,
      { status: 429, error: "TOO_MANY_REQUESTS: slow down", requestId: REQUEST_ID },
      wait ? { "x-ratelimit-reset": "0.3" } : {},
    ),
    openSource: text(
      429,
      "Too many requests, please try again later.",
      "text/html; charset=utf-8",
      wait ? { "retry-after": "1" } : {},
    ),
  });

/** A gateway's text for an unknown route, which does not mention an object. */
const gatewayNotFound: Readonly<Record<string, unknown>> = {
  "404 of a gateway, no route": { message: "no Route matched with those values" },
  "404 of a gateway, message": { message: "Not Found" },
  "404 of a gateway, error and path": {
    timestamp: "2026-03-01T00:00:00.000+00:00",
    status: 404,
    error: "Not Found",
    path: "/",
  },
};

const otherJson = json(200, { ok: true });

const garbage: ProxiedResponse = {
  status: 200,
  headers: { "content-type": "application/json; charset=utf-8", "content-encoding": "gzip" },
  body: Buffer.from("1f8b0800c0ffee00f0f1f2f3f4f5", "hex"),
};

const before = (name: string, response: (exchange: Exchange) => ProxiedResponse): Fault => ({
  name,
  write: "never",
  play: (exchange) => exchange.send(response(exchange)),
});

const after = (name: string, response: (exchange: Exchange) => ProxiedResponse): Fault => ({
  name,
  write: "done",
  play: async (exchange) => {
    await exchange.forward();
    exchange.send(response(exchange));
  },
});

/** Temporary faults of one request. A permanently unreachable server is one of the ends in `kills.ts`. */
export const FAULTS: readonly Fault[] = [
  { name: "cut before the write", write: "never", play: (exchange) => exchange.cut() },
  {
    name: "cut after the write",
    write: "done",
    play: async (exchange) => {
      await exchange.forward();
      exchange.cut();
    },
  },
  before("500 before the write", serverError),
  after("500 after the write", serverError),
  before("502 with HTML before the write", () => badGateway),
  after("502 with HTML after the write", () => badGateway),
  ...Object.entries(gatewayNotFound).map(([name, body]) => before(name, () => json(404, body))),
  before("429 with the time of a retry", (exchange) => tooMany(exchange, true)),
  before("429 without the time of a retry", (exchange) => tooMany(exchange, false)),
  before("401", unauthorized),
  {
    name: "half a body",
    write: "done",
    play: async (exchange) => exchange.sendHalf(await exchange.forward()),
  },
  before("other JSON before the write", () => otherJson),
  after("other JSON after the write", () => otherJson),
  before("garbage as gzip before the write", () => garbage),
  after("garbage as gzip after the write", () => garbage),
];

/** The caller waits for a missing response until its timeout. */
export const SILENCES: readonly Fault[] = [
  { name: "silence before the write", write: "never", play: (exchange) => exchange.callerDone },
  {
    name: "silence after the write",
    write: "done",
    play: async (exchange) => {
      await exchange.forward();
      await exchange.callerDone;
    },
  },
];
