import { complaintsAboutHeaders, type HttpHeaders, parseHttpHeaders } from "./http-headers";
import {
  type ClientSettings,
  type Deployment,
  type ManagedSettings,
  type OpenSourceSettings,
  readBaseAddress,
} from "./settings";

/** Settings, or all problems with them. Callers add `userAgent`, `log` and `signal`. */
type ResolvedSettings =
  | { readonly ok: true; readonly settings: Omit<ClientSettings, "userAgent"> }
  | { readonly ok: false; readonly problems: readonly SettingsProblem[] };

type Environment = Readonly<Record<string, string | undefined>>;

const CLOUD_ENDPOINT = "https://api.clickhouse.cloud";
const LOCAL_ENDPOINT = "http://localhost:8000";
const API_PORT = "8000";
const UI_PORT = "8080";
/** The client adds no path to the address of the user interface. */
const NO_OWN_PATH = /$^/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Environment variables of the arguments. */
const VARIABLES = {
  endpoint: "CLICKSTACK_ENDPOINT",
  apiKey: "CLICKSTACK_API_KEY",
  uiEndpoint: "CLICKSTACK_UI_ENDPOINT",
  cloudEndpoint: "CLICKHOUSE_CLOUD_ENDPOINT",
  cloudApiKey: "CLICKHOUSE_CLOUD_API_KEY",
  cloudApiSecret: "CLICKHOUSE_CLOUD_API_SECRET",
  organizationId: "CLICKHOUSE_ORGANIZATION_ID",
  serviceId: "CLICKSTACK_SERVICE_ID",
} as const;

/** Environment variable of `deployment`. */
const DEPLOYMENT = "CLICKSTACK_DEPLOYMENT";

/**
 * Alternative environment variables, used if the first one is not set: the variable of ClickHouse's Terraform provider.
 */
const ALIASES: Readonly<Partial<Record<Text, string>>> = { organizationId: "CLICKHOUSE_ORG_ID" };

const HEADERS_VARIABLE = "CLICKSTACK_HTTP_HEADERS";

type Text = keyof typeof VARIABLES;

/** Explicit arguments. An absent text comes from its environment variable or has a default. */
export type SettingsArguments = Readonly<Partial<Record<Text, string | undefined>>> & {
  readonly deployment?: Deployment | undefined;
  readonly product?: string | undefined;
  readonly team?: string | undefined;
  readonly httpHeaders?: HttpHeaders | undefined;
  readonly requestsPerWindow?: number | undefined;
  readonly allowInsecureHttp?: boolean | undefined;
};

/** Reason why settings are invalid, with the fix. */
export interface SettingsProblem {
  readonly argument: keyof SettingsArguments;
  readonly summary: string;
  readonly detail: string;
}

/**
 * Combines explicit arguments with environment variables; arguments win. Pure. Empty texts count as absent, and
 * surrounding white space is removed.
 */
export function resolveSettings(args: SettingsArguments, env: Environment): ResolvedSettings {
  return new Resolution(args, env).run();
}

class Resolution {
  readonly #problems: SettingsProblem[] = [];
  readonly #texts = new Map<Text, string>();

  constructor(
    private readonly args: SettingsArguments,
    private readonly env: Environment,
  ) {
    for (const [name, variable] of Object.entries(VARIABLES) as [Text, string][]) {
      const value = args[name]?.trim() || env[variable]?.trim() || env[ALIASES[name] ?? ""]?.trim();
      if (value !== undefined && value !== "") {
        this.#texts.set(name, value);
      }
    }
  }

  run(): ResolvedSettings {
    const observability = this.#observability();
    if (observability !== "open_source" && this.args.team?.trim()) {
      this.#problem(
        "team",
        "No team to select",
        "A managed service has one team. Remove team, which is for open-source servers with several teams.",
      );
    }
    if (observability !== "open_source" && this.#hasWrittenHeaders()) {
      this.#problem(
        "httpHeaders",
        "No server to send headers to",
        "http_headers are sent to open-source servers only. Remove them, or set api_key for such a server.",
      );
    }
    if (observability === "managed" && this.args.endpoint?.trim()) {
      this.#endpointOfOpenSource();
    }
    const openSource = observability === "open_source" ? this.#openSource() : undefined;
    const managed = this.#managed(observability);
    const uiEndpoint = this.#uiEndpoint(openSource);
    if (this.#problems.length === 0 && openSource === undefined && managed === undefined) {
      this.#nothingGiven();
    }
    if (this.#problems.length > 0) {
      return { ok: false, problems: this.#problems };
    }
    return {
      ok: true,
      settings: {
        ...(openSource && { openSource }),
        ...(managed && { managed }),
        ...(observability && { observability }),
        ...(uiEndpoint !== undefined && { uiEndpoint }),
        allowInsecureHttp: this.args.allowInsecureHttp ?? false,
      },
    };
  }

  #observability(): Deployment | undefined {
    const given = this.args.deployment ?? (this.env[DEPLOYMENT]?.trim() || undefined);
    if (given !== undefined && given !== "open_source" && given !== "managed") {
      const where = this.args.deployment === undefined ? ` in the environment variable ${DEPLOYMENT}` : "";
      this.#problem("deployment", "Unknown deployment", `Write "open_source" or "managed"${where}.`);
      return undefined;
    }
    if (given !== undefined) {
      return given;
    }
    if (this.#texts.has("apiKey") && this.#texts.has("serviceId")) {
      this.#problem(
        "deployment",
        "Ambiguous deployment",
        `Both api_key (${VARIABLES.apiKey}) and service_id (${VARIABLES.serviceId}) are given, so dashboards and alerts could ` +
          `be in either. Set deployment (${DEPLOYMENT}) to "open_source" or "managed", or remove one of the two.`,
      );
      return undefined;
    }
    if (this.#texts.has("apiKey")) {
      return "open_source";
    }
    return this.#texts.has("serviceId") ? "managed" : undefined;
  }

  #openSource(): OpenSourceSettings | undefined {
    const accessKey = this.#secret("apiKey");
    if (accessKey === undefined) {
      this.#missing("apiKey", "The open-source deployment needs a personal API access key (team settings, API keys).");
      return undefined;
    }
    const endpoint = this.#address("endpoint", this.#texts.get("endpoint") ?? LOCAL_ENDPOINT, /\/api\/v2$/);
    const team = this.args.team?.trim();
    const headers = this.#headers();
    return { endpoint, accessKey, ...(team && { team }), ...(headers && { headers }) };
  }

  #hasWrittenHeaders(): boolean {
    return Object.keys(this.args.httpHeaders ?? {}).length > 0;
  }

  #headers(): HttpHeaders | undefined {
    const text = this.env[HEADERS_VARIABLE]?.trim();
    const headers = this.#hasWrittenHeaders() ? this.args.httpHeaders : text ? parseHttpHeaders(text) : {};
    if (headers === undefined) {
      this.#problem(
        "httpHeaders",
        "Not a set of headers",
        `Set the environment variable ${HEADERS_VARIABLE} to a JSON object of names and values, such as {"X-Proxy-Token": "..."}.`,
      );
      return undefined;
    }
    for (const complaint of complaintsAboutHeaders(headers)) {
      this.#problem("httpHeaders", "Invalid header", complaint);
    }
    return Object.keys(headers).length > 0 ? headers : undefined;
  }

  /**
   * Returns the address of the user interface. The API does not report it; by default both have fixed ports
   * (docs/internals/api-behavior.md 0).
   */
  #uiEndpoint(openSource: OpenSourceSettings | undefined): string | undefined {
    const given = this.#texts.get("uiEndpoint");
    if (given !== undefined) {
      return this.#address("uiEndpoint", given, NO_OWN_PATH, true);
    }
    if (openSource === undefined || !URL.canParse(openSource.endpoint)) {
      return undefined;
    }
    const url = new URL(openSource.endpoint);
    return url.port === API_PORT ? `${url.protocol}//${url.hostname}:${UI_PORT}` : undefined;
  }

  #managed(observability: Deployment | undefined): ManagedSettings | undefined {
    const keyId = this.#secret("cloudApiKey");
    const keySecret = this.#secret("cloudApiSecret");
    const needed =
      observability === "managed" || keyId !== undefined || keySecret !== undefined || this.#cloudWritten();
    if (!needed) {
      return undefined;
    }
    if (keyId === undefined) {
      this.#missing("cloudApiKey", "ClickHouse Cloud needs the id of an API key.");
    }
    if (keySecret === undefined) {
      this.#missing("cloudApiSecret", "ClickHouse Cloud needs the secret that belongs to the API key.");
    }
    const organizationId = this.#uuid("organizationId", "The organization details in the console show it.");
    const serviceId =
      observability === "managed" || this.#texts.has("serviceId")
        ? this.#uuid(
            "serviceId",
            "Managed dashboards and alerts belong to one service; the service's URL contains its id.",
          )
        : undefined;
    const endpoint = this.#address("cloudEndpoint", this.#texts.get("cloudEndpoint") ?? CLOUD_ENDPOINT, /\/v1$/);
    const product = this.#product();
    const requestsPerWindow = this.#requestsPerWindow();
    if (keyId === undefined || keySecret === undefined || organizationId === undefined) {
      return undefined;
    }
    return {
      endpoint,
      organizationId,
      keyId,
      keySecret,
      product,
      ...(serviceId && { serviceId }),
      ...(requestsPerWindow && { requestsPerWindow }),
    };
  }

  /**
   * Returns true if the organization is an explicit argument. An organization in the environment does not request
   * ClickHouse Cloud.
   */
  #cloudWritten(): boolean {
    return Boolean(this.args.organizationId?.trim());
  }

  #product(): string {
    const product = this.args.product?.trim() || "clickstack";
    if (!/^[A-Za-z0-9_-]+$/.test(product)) {
      this.#problem("product", "Not a path segment", "product is one segment of a path, such as clickstack.");
    }
    return product;
  }

  #requestsPerWindow(): number | undefined {
    const count = this.args.requestsPerWindow;
    if (count !== undefined && (!Number.isInteger(count) || count < 1)) {
      this.#problem("requestsPerWindow", "Not a number of requests", "requests_per_window is a whole number from 1.");
    }
    return count;
  }

  #address(
    argument: "endpoint" | "cloudEndpoint" | "uiEndpoint",
    text: string,
    ownPath: RegExp,
    allowInsecureHttp = this.args.allowInsecureHttp === true,
  ): string {
    const read = readBaseAddress(text, ownPath, allowInsecureHttp);
    for (const { summary, detail } of read.complaints) {
      this.#problem(argument, summary, detail.replaceAll("{name}", snake(argument)));
    }
    return read.address;
  }

  #uuid(argument: "organizationId" | "serviceId", where: string): string | undefined {
    const value = this.#texts.get(argument);
    if (value === undefined) {
      this.#missing(argument, where);
      return undefined;
    }
    if (!UUID.test(value)) {
      this.#problem(
        argument,
        "Not a UUID",
        `${snake(argument)} is a UUID such as 00000000-0000-4000-8000-000000000000. ${where}`,
      );
    }
    return value;
  }

  #secret(argument: "apiKey" | "cloudApiKey" | "cloudApiSecret"): string | undefined {
    const value = this.#texts.get(argument);
    if (value === undefined) {
      return undefined;
    }
    const printable = argument === "cloudApiKey" ? /^[!-9;-~]+$/ : /^[!-~]+$/;
    if (!printable.test(value)) {
      this.#problem(
        argument,
        "Not a key",
        `${snake(argument)} contains invalid characters, such as blanks, line ends${argument === "cloudApiKey" ? ", colons" : ""} or quotes from another alphabet.`,
      );
    }
    return value;
  }

  /**
   * Reports an explicit endpoint on a managed deployment. An endpoint in the environment may be for other stacks and is
   * ignored. A provider block without an access key that only reaches API keys may have one: the same block serves
   * open-source dashboards if the access key is set.
   */
  #endpointOfOpenSource(): void {
    this.#problem(
      "endpoint",
      "endpoint is for an open-source server",
      "Dashboards and alerts are managed here, and endpoint is the address of an open-source server. " +
        `Fix: remove endpoint; the address of ClickHouse Cloud is cloud_endpoint (default ${CLOUD_ENDPOINT}). ` +
        `For dashboards and alerts on that server, set api_key (${VARIABLES.apiKey}) and deployment = "open_source".`,
    );
  }

  #nothingGiven(): void {
    this.#problem(
      "apiKey",
      "No credentials",
      `For the open-source deployment set api_key (${VARIABLES.apiKey}). For ClickHouse Cloud set cloud_api_key ` +
        `(${VARIABLES.cloudApiKey}), cloud_api_secret (${VARIABLES.cloudApiSecret}) and organization_id (${VARIABLES.organizationId}), ` +
        `and for managed dashboards and alerts service_id (${VARIABLES.serviceId}) too.`,
    );
  }

  #missing(argument: Text, why: string): void {
    this.#problem(
      argument,
      `${snake(argument)} is missing`,
      `${why} Set ${snake(argument)} or the environment variable ${VARIABLES[argument]}.`,
    );
  }

  #problem(argument: keyof SettingsArguments, summary: string, detail: string): void {
    this.#problems.push({ argument, summary, detail });
  }
}

/** Returns an argument's name in the spelling of a configuration. */
function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
