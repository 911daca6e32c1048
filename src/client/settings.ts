import { isIPv4 } from "node:net";
import type { CreateJournal } from "./create-journal";
import type { HttpHeaders } from "./http-headers";

/** The two places that speak this API (docs/internals/api-behavior.md 0). */
export type Deployment = "open_source" | "managed";

/** The open-source API server, reached with a personal access key. */
export interface OpenSourceSettings {
  /** Base address such as `http://localhost:8000`; a path prefix is kept. */
  readonly endpoint: string;
  /** Personal API access key, sent as bearer token. */
  readonly accessKey: string;
  /** Team to select on servers with several teams, sent as `x-hdx-team`. */
  readonly team?: string;
  /** Headers of the author's own, sent with every request. Their values are secrets. */
  readonly headers?: HttpHeaders;
}

/** ClickHouse Cloud, reached with a key id and its secret. */
export interface ManagedSettings {
  /** Base address, usually `https://api.clickhouse.cloud`. */
  readonly endpoint: string;
  readonly organizationId: string;
  /** Needed for dashboards, alerts and the like; API keys do without. */
  readonly serviceId?: string;
  readonly keyId: string;
  readonly keySecret: string;
  /** Path segment of the observability product, usually `clickstack`. */
  readonly product: string;
  /** Requests the server admits in one window; default 10 (docs/internals/api-behavior.md 1.6). */
  readonly requestsPerWindow?: number;
  /** Length of that sliding window in seconds; default 10. */
  readonly windowSeconds?: number;
}

/** How long one step of an exchange may take, in milliseconds. */
export interface Timeouts {
  /** Until the connection stands; default 10 s. */
  readonly connectMs: number;
  /** From the request until the headers of the response; default 90 s. */
  readonly headersMs: number;
  /** Between two pieces of the response's body; default 60 s. */
  readonly bodyMs: number;
  /** From sending the request to the end of the response, however lively it is; default 5 minutes. */
  readonly totalMs: number;
}

/** One line about one request. Never holds a credential or a body. */
export interface LogLine {
  readonly deployment: Deployment;
  readonly method: string;
  readonly path: string;
  /** Absent when no response came. */
  readonly status?: number;
  /** Code of the failure when no response came, such as `ECONNRESET`. */
  readonly failure?: string;
  /** Time from sending to the end of the response. */
  readonly durationMs: number;
  /** Time spent waiting for the rate limiter before sending. */
  readonly waitedMs: number;
  readonly requestId?: string;
  /** 1 for the first try of an operation. */
  readonly attempt: number;
}

/** Something that a user should know although nothing failed. Never holds a credential. */
export interface ClientWarning {
  readonly summary: string;
  readonly detail: string;
}

/** Everything a client needs to know. `resolveSettings` makes one from arguments and environment. */
export interface ClientSettings {
  readonly openSource?: OpenSourceSettings;
  readonly managed?: ManagedSettings;
  /**
   * Where dashboards, alerts and their companions live. Default: open source when it is configured, else managed with a
   * service id.
   */
  readonly observability?: Deployment;
  /** Base address of the user interface, for links that people follow. Nothing is sent to it. */
  readonly uiEndpoint?: string;
  /** Permits sending credentials over plain http to hosts that are not loopback. Default false. */
  readonly allowInsecureHttp?: boolean;
  readonly userAgent: string;
  readonly log?: (line: LogLine) => void;
  /** Called when the server makes a request wait longer than its documented limit can, before the wait. */
  readonly warn?: (warning: ClientWarning) => void;
  /**
   * Where creates are remembered until their results are in a state. Without it what a killed process has created is
   * not found again.
   */
  readonly journal?: CreateJournal;
  /** Aborts everything the client does. */
  readonly signal?: AbortSignal;
  readonly timeouts?: Partial<Timeouts>;
  /** Source of HTTPS_PROXY, HTTP_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS. Default `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** What is wrong with an address. `{name}` stands for the argument it was given as. */
interface AddressComplaint {
  readonly summary: string;
  readonly detail: string;
}

interface BaseAddress {
  /**
   * Without trailing slash and without the API's own path, which the client adds itself. As given when it cannot be
   * read.
   */
  readonly address: string;
  readonly complaints: readonly AddressComplaint[];
}

/** Reads the base address of an API. No complaint repeats the address as a whole: it may hold credentials. */
export function readBaseAddress(text: string, ownPath: RegExp, allowInsecureHttp: boolean): BaseAddress {
  if (!/^https?:\/\//i.test(text)) {
    const example = /^[\w.-]+(:\d+)?(\/|$)/.test(text) ? ` Did you mean ${withScheme(text)}?` : "";
    const detail = `{name} must begin with http:// or https://.${example}`;
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
      detail: "Take user and password out of {name}; keys have arguments of their own.",
    });
  }
  if (url.search !== "" || url.hash !== "") {
    complaints.push({ summary: "Not a base address", detail: "{name} must end with its path, without ? or #." });
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !allowInsecureHttp) {
    complaints.push({
      summary: "Credentials over plain http",
      detail:
        `${url.host} is not this machine, so keys would cross the network readable by anybody. ` +
        "Use https, or set allow_insecure_http where the network is trusted.",
    });
  }
  return complaints;
}

function withScheme(text: string): string {
  const host = text.split(/[:/]/)[0] ?? "";
  return `${isLoopback(host) ? "http" : "https"}://${text}`;
}

/** True for 127.0.0.0/8, ::1 and localhost, as they stand in a URL's `hostname`. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase();
  if (name === "localhost" || name === "[::1]" || name === "::1") {
    return true;
  }
  return isIPv4(name) && name.startsWith("127.");
}
