import { isJsonObject, jsonIn } from "./json";
import { complaintsAboutHeaders, type Deployment, type HttpHeaders, isLoopback } from "./settings";

export const VARIABLES = {
  endpoint: "CLICKSTACK_ENDPOINT",
  apiKey: "CLICKSTACK_API_KEY",
  uiEndpoint: "CLICKSTACK_UI_ENDPOINT",
  cloudEndpoint: "CLICKHOUSE_CLOUD_ENDPOINT",
  cloudApiKey: "CLICKHOUSE_CLOUD_API_KEY",
  cloudApiSecret: "CLICKHOUSE_CLOUD_API_SECRET",
  organizationId: "CLICKHOUSE_ORGANIZATION_ID",
  serviceId: "CLICKSTACK_SERVICE_ID",
} as const;

/** Environment variables of ClickHouse's Terraform provider, used if the first one is not set. */
const ALIASES: Readonly<Partial<Record<Text, string>>> = { organizationId: "CLICKHOUSE_ORG_ID" };

const HEADERS_VARIABLE = "CLICKSTACK_HTTP_HEADERS";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

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
 * Values of the arguments, from the configuration or from environment variables, and the problems with them. Empty texts
 * count as absent, and surrounding white space is removed.
 */
export class SettingValues {
  readonly problems: SettingsProblem[] = [];
  /** Values that are given. */
  readonly texts: Partial<Record<Text, string>> = {};

  constructor(
    readonly args: SettingsArguments,
    readonly env: Readonly<Record<string, string | undefined>>,
  ) {
    for (const [name, variable] of Object.entries(VARIABLES) as [Text, string][]) {
      const value = args[name]?.trim() || env[variable]?.trim() || env[ALIASES[name] ?? ""]?.trim();
      if (value !== undefined && value !== "") {
        this.texts[name] = value;
      }
    }
  }

  /** Returns true if headers are an explicit argument. */
  hasWrittenHeaders(): boolean {
    return Object.keys(this.args.httpHeaders ?? {}).length > 0;
  }

  headers(): HttpHeaders | undefined {
    const text = this.env[HEADERS_VARIABLE]?.trim();
    const headers = this.hasWrittenHeaders() ? this.args.httpHeaders : text ? jsonIn(text) : {};
    if (!isJsonObject(headers)) {
      this.problem(
        "httpHeaders",
        "Not a set of headers",
        `Set the environment variable ${HEADERS_VARIABLE} to a JSON object of names and values, such as {"X-Proxy-Token": "..."}.`,
      );
      return undefined;
    }
    for (const complaint of complaintsAboutHeaders(headers)) {
      this.problem("httpHeaders", "Invalid header", complaint);
    }
    return Object.keys(headers).length > 0 ? (headers as HttpHeaders) : undefined;
  }

  /**
   * Returns the base address of an API without a trailing slash and without the API's path, which the client adds; an
   * invalid address unchanged. No problem contains the whole address: it may contain credentials.
   */
  address(
    argument: "endpoint" | "cloudEndpoint" | "uiEndpoint",
    text: string,
    ownPath: RegExp,
    allowInsecureHttp = this.args.allowInsecureHttp === true,
  ): string {
    const name = snake(argument);
    if (!/^https?:\/\//i.test(text)) {
      const example = /^[\w.-]+(:\d+)?(\/|$)/.test(text) ? ` Did you mean ${withScheme(text)}?` : "";
      this.problem(argument, "Not an http address", `${name} must start with http:// or https://.${example}`);
      return text;
    }
    if (!URL.canParse(text)) {
      this.problem(argument, "Not a valid address", `${name} cannot be read as a URL.`);
      return text;
    }
    const url = new URL(text);
    if (url.username !== "" || url.password !== "") {
      const detail = `Remove user and password from ${name}; keys have separate arguments.`;
      this.problem(argument, "Credentials in an address", detail);
    }
    if (url.search !== "" || url.hash !== "") {
      this.problem(argument, "Not a base address", `${name} must not contain ? or #.`);
    }
    if (url.protocol === "http:" && !isLoopback(url.hostname) && !allowInsecureHttp) {
      this.problem(
        argument,
        "Credentials over plain http",
        `${url.host} is not this machine, so others on the network could read the keys. ` +
          "Use https, or set allow_insecure_http where the network is trusted.",
      );
    }
    return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, "").replace(ownPath, "")}`;
  }

  uuid(argument: "organizationId" | "serviceId", where: string): string | undefined {
    const value = this.texts[argument];
    if (value === undefined) {
      this.missing(argument, where);
      return undefined;
    }
    if (!UUID.test(value)) {
      this.problem(
        argument,
        "Not a UUID",
        `${snake(argument)} is a UUID such as 00000000-0000-4000-8000-000000000000. ${where}`,
      );
    }
    return value;
  }

  secret(argument: "apiKey" | "cloudApiKey" | "cloudApiSecret"): string | undefined {
    const value = this.texts[argument];
    if (value === undefined) {
      return undefined;
    }
    const printable = argument === "cloudApiKey" ? /^[!-9;-~]+$/ : /^[!-~]+$/;
    if (!printable.test(value)) {
      this.problem(
        argument,
        "Not a key",
        `${snake(argument)} contains invalid characters, such as blanks, line ends${argument === "cloudApiKey" ? ", colons" : ""} or quotes from another alphabet.`,
      );
    }
    return value;
  }

  missing(argument: Text, why: string): void {
    this.problem(
      argument,
      `${snake(argument)} is missing`,
      `${why} Set ${snake(argument)} or the environment variable ${VARIABLES[argument]}.`,
    );
  }

  problem(argument: keyof SettingsArguments, summary: string, detail: string): void {
    this.problems.push({ argument, summary, detail });
  }
}

function withScheme(text: string): string {
  const host = text.split(/[:/]/)[0] ?? "";
  return `${isLoopback(host) ? "http" : "https"}://${text}`;
}

/** Returns an argument's name in snake_case, as in a configuration. */
function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
