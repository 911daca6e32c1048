import { isIPv4 } from "node:net";

/** Deployments that offer this API (docs/internals/api-behavior.md 0). */
export type Deployment = "open_source" | "managed";

/** Open-source API server with a personal access key. */
export interface OpenSourceSettings {
  /** Base address such as `http://localhost:8000`; a path prefix is kept. */
  readonly endpoint: string;
  /** Personal API access key, sent as bearer token. */
  readonly accessKey: string;
  /** Team to select on servers with several teams, sent as `x-hdx-team`. */
  readonly team?: string;
  /** Headers that the user sets, sent with every request. Their values are secrets. */
  readonly headers?: HttpHeaders;
}

/** ClickHouse Cloud with a key ID and its secret. */
export interface ManagedSettings {
  /** Base address, usually `https://api.clickhouse.cloud`. */
  readonly endpoint: string;
  readonly organizationId: string;
  /** Required for dashboards, alerts and other ClickStack objects; not for API keys. */
  readonly serviceId?: string;
  readonly keyId: string;
  readonly keySecret: string;
  /** Path segment of the observability product, usually `clickstack`. */
  readonly product: string;
  /** Number of requests that the server admits in one window; default 10 (docs/internals/api-behavior.md 1.6). */
  readonly requestsPerWindow?: number;
  /** Length of that sliding window in seconds; default 10. */
  readonly windowSeconds?: number;
}

/** Maximum times of the steps of an exchange, in milliseconds. */
export interface Timeouts {
  /** To open the connection; default 10 s. */
  readonly connectMs: number;
  /** From the request to the headers of the response; default 90 s. */
  readonly headersMs: number;
  /** Between two pieces of the response's body; default 60 s. */
  readonly bodyMs: number;
  /** From sending the request to the end of the response; default 5 minutes. */
  readonly totalMs: number;
}

/** Log entry of one request. Contains no credential and no body. */
export interface LogLine {
  readonly deployment: Deployment;
  readonly method: string;
  readonly path: string;
  /** Absent without a response. */
  readonly status?: number;
  /** Code of the failure if there is no response, such as `ECONNRESET`. */
  readonly failure?: string;
  /** Time from sending to the end of the response. */
  readonly durationMs: number;
  /** Time in the rate limiter's queue before sending. */
  readonly waitedMs: number;
  readonly requestId?: string;
  /** 1 for the first try of an operation. */
  readonly attempt: number;
}

/** Warning for a user. Contains no credential. */
export interface ClientWarning {
  readonly summary: string;
  readonly detail: string;
}

/** Settings of a client. `resolveSettings` creates them from arguments and environment. */
export interface ClientSettings {
  readonly openSource?: OpenSourceSettings;
  readonly managed?: ManagedSettings;
  /**
   * Deployment of dashboards, alerts and other ClickStack objects. Default: open source if it is configured, otherwise
   * managed with a service id.
   */
  readonly observability?: Deployment;
  /** Base address of the user interface, for links. The client sends nothing to it. */
  readonly uiEndpoint?: string;
  /** True to allow credentials over plain http to hosts other than loopback. Default false. */
  readonly allowInsecureHttp?: boolean;
  readonly userAgent: string;
  readonly log?: (line: LogLine) => void;
  /** Called before a wait that is longer than the server's documented limit can require. */
  readonly warn?: (warning: ClientWarning) => void;
  /**
   * Journal of creates until their results are in a state. Without it, objects of a killed process are not found again.
   */
  readonly journal?: CreateJournal;
  /** Aborts all operations of the client. */
  readonly signal?: AbortSignal;
  readonly timeouts?: Partial<Timeouts>;
  /** Source of HTTPS_PROXY, HTTP_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS. Default `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Returns true for 127.0.0.0/8, ::1 and localhost, in the spelling of a URL's `hostname`. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase();
  return ["localhost", "[::1]", "::1"].includes(name) || (isIPv4(name) && name.startsWith("127."));
}

/** Create that was started and whose result may not be in any state. */
export interface JournaledCreate {
  /** Epoch milliseconds by this machine's clock. */
  readonly startedAt: number;
  /** Epoch milliseconds by the server's clock. */
  readonly serverTime: number;
  /** ID of the object, if the response arrived. */
  readonly id?: string;
  /** Digest of the sent name. A one-time name is unique. */
  readonly name?: string;
}

/** Remembers creates until their results are in a state, so that the next run finds the objects of a killed one. */
export interface CreateJournal {
  /**
   * Records that a request will be sent.
   * @param content distinguishes this create from others, without secrets
   * @param name name in the request
   * @param serverTime epoch milliseconds by the server's clock
   */
  begin(content: string, name: string | undefined, serverTime?: number): JournaledCreate;
  /** Records that the object exists. */
  ended(create: JournaledCreate, id: string): void;
  /** Forgets a create that created nothing, or whose object was deleted. */
  drop(create: JournaledCreate): void;
  /** Returns the unfinished creates of earlier runs with this content. */
  unfinished(content: string): readonly JournaledCreate[];
  /** Returns true if the object is the known result of another create. */
  isKnown(id: string): boolean;
  /** Returns true if the create sent this name. */
  hasName(create: JournaledCreate, name: string): boolean;
  /** Forgets a deleted object. */
  forget(id: string): void;
}

export type HttpHeaders = Readonly<Record<string, string>>;

const MAX_HEADERS = 50;
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/;
/** Values of visible ASCII characters, with blanks inside. */
const VALUE = /^[!-~](?:[ \t!-~]*[!-~])?$/;

/** Headers that the client sets itself, and headers of the connection. */
const SET_BY_PROVIDER =
  /^(accept-encoding|connection|content-(encoding|length|type)|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent)$/;

const OWN_ARGUMENTS: Readonly<Record<string, string>> = {
  authorization:
    "It contains the access key. Set api_key instead, and let the proxy read its credential from another header.",
  "x-hdx-team": "Set team instead.",
};

/** Describes the problems of headers, in sentences without any value. */
export function complaintsAboutHeaders(headers: Readonly<Record<string, unknown>>): readonly string[] {
  const names = Object.keys(headers);
  const tooMany =
    names.length > MAX_HEADERS ? [`At most ${MAX_HEADERS} headers are allowed; there are ${names.length}.`] : [];
  const repeated = names.filter((name, at) => names.findIndex((each) => same(each, name)) < at);
  return [
    ...tooMany,
    ...repeated.map((name) => `The header ${JSON.stringify(name)} is set twice: names are case-insensitive.`),
    ...names.flatMap((name) => complaintAbout(name, headers[name]) ?? []),
  ];
}

function complaintAbout(name: string, value: unknown): string | undefined {
  // An invalid name is not quoted: it may be a value in the wrong place.
  if (!NAME.test(name)) {
    return "A header's name consists of letters, digits and !#$%&'*+-.^_`|~, without blanks.";
  }
  const known = name.toLowerCase();
  const reserved = SET_BY_PROVIDER.test(known) ? "The provider sets it." : OWN_ARGUMENTS[known];
  if (reserved !== undefined) {
    return `The header ${JSON.stringify(name)} cannot be set here. ${reserved}`;
  }
  if (typeof value === "string" && VALUE.test(value)) {
    return undefined;
  }
  return `The header ${JSON.stringify(name)} needs a value of visible ASCII characters, without line ends.`;
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
