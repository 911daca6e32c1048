import { isIPv4 } from "node:net";
import type { HttpHeaders } from "./http-headers";

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

/** Problem with an address. `{name}` is the placeholder for the argument's name. */
interface AddressComplaint {
  readonly summary: string;
  readonly detail: string;
}

interface BaseAddress {
  /**
   * Address without a trailing slash and without the API's path, which the client adds. Unchanged if it is not valid.
   */
  readonly address: string;
  readonly complaints: readonly AddressComplaint[];
}

/** Reads the base address of an API. No complaint contains the whole address: it may contain credentials. */
export function readBaseAddress(text: string, ownPath: RegExp, allowInsecureHttp: boolean): BaseAddress {
  if (!/^https?:\/\//i.test(text)) {
    const example = /^[\w.-]+(:\d+)?(\/|$)/.test(text) ? ` Did you mean ${withScheme(text)}?` : "";
    const detail = `{name} must start with http:// or https://.${example}`;
    return { address: text, complaints: [{ summary: "Not an http address", detail }] };
  }
  if (!URL.canParse(text)) {
    return {
      address: text,
      complaints: [{ summary: "Not a valid address", detail: "{name} cannot be read as a URL." }],
    };
  }
  const url = new URL(text);
  const address = `${url.origin}${url.pathname.replace(/\/+$/, "").replace(ownPath, "")}`;
  return { address, complaints: complaintsAbout(url, allowInsecureHttp) };
}

function complaintsAbout(url: URL, allowInsecureHttp: boolean): readonly AddressComplaint[] {
  const complaints: AddressComplaint[] = [];
  if (url.username !== "" || url.password !== "") {
    complaints.push({
      summary: "Credentials in an address",
      detail: "Remove user and password from {name}; keys have separate arguments.",
    });
  }
  if (url.search !== "" || url.hash !== "") {
    complaints.push({ summary: "Not a base address", detail: "{name} must not contain ? or #." });
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !allowInsecureHttp) {
    complaints.push({
      summary: "Credentials over plain http",
      detail:
        `${url.host} is not this machine, so others on the network could read the keys. ` +
        "Use https, or set allow_insecure_http where the network is trusted.",
    });
  }
  return complaints;
}

function withScheme(text: string): string {
  const host = text.split(/[:/]/)[0] ?? "";
  return `${isLoopback(host) ? "http" : "https"}://${text}`;
}

/** Returns true for 127.0.0.0/8, ::1 and localhost, in the spelling of a URL's `hostname`. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase();
  if (name === "localhost" || name === "[::1]" || name === "::1") {
    return true;
  }
  return isIPv4(name) && name.startsWith("127.");
}

/** Create that was started and whose result may not be in any state. */
export interface JournaledCreate {
  /** Epoch milliseconds by this machine's clock. */
  readonly startedAt: number;
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
   */
  begin(content: string, name: string | undefined): JournaledCreate;
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
