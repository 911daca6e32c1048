import { type SettingsArguments, type SettingsProblem, SettingValues, VARIABLES } from "./setting-values";
import type { ClientSettings, Deployment, ManagedSettings, OpenSourceSettings } from "./settings";

/** Settings, or all problems with them. Callers add `userAgent`, `log` and `signal`. */
type ResolvedSettings =
  | { readonly ok: true; readonly settings: Omit<ClientSettings, "userAgent"> }
  | { readonly ok: false; readonly problems: readonly SettingsProblem[] };

const CLOUD_ENDPOINT = "https://api.clickhouse.cloud";
const LOCAL_ENDPOINT = "http://localhost:8000";
const API_PORT = "8000";
const UI_PORT = "8080";
/** Pattern that matches no path. No path is removed from `ui_endpoint`, because the client appends none to it. */
const NO_OWN_PATH = /$^/;

const DEPLOYMENT = "CLICKSTACK_DEPLOYMENT";

/** Combines arguments and the environment; arguments win. Empty texts count as absent, and white space is trimmed. */
export function resolveSettings(
  args: SettingsArguments,
  env: Readonly<Record<string, string | undefined>>,
): ResolvedSettings {
  return new Resolution(args, env).run();
}

class Resolution extends SettingValues {
  run(): ResolvedSettings {
    const observability = this.#observability();
    if (observability !== "open_source" && this.args.team?.trim()) {
      this.problem(
        "team",
        "No team to select",
        "A managed service has one team. Remove team, which is for open-source servers with several teams.",
      );
    }
    if (observability !== "open_source" && this.hasWrittenHeaders()) {
      this.problem(
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
    if (this.problems.length === 0 && openSource === undefined && managed === undefined) {
      this.#nothingGiven();
    }
    if (this.problems.length > 0) {
      return { ok: false, problems: this.problems };
    }
    return {
      ok: true,
      settings: {
        openSource,
        managed,
        observability,
        uiEndpoint,
        allowInsecureHttp: this.args.allowInsecureHttp ?? false,
      },
    };
  }

  #observability(): Deployment | undefined {
    const given = this.args.deployment ?? (this.env[DEPLOYMENT]?.trim() || undefined);
    if (given !== undefined && given !== "open_source" && given !== "managed") {
      const where = this.args.deployment === undefined ? ` in the environment variable ${DEPLOYMENT}` : "";
      this.problem("deployment", "Unknown deployment", `Write "open_source" or "managed"${where}.`);
      return undefined;
    }
    if (given !== undefined) {
      return given;
    }
    const { apiKey, serviceId } = this.texts;
    if (apiKey && serviceId) {
      this.problem(
        "deployment",
        "Ambiguous deployment",
        `Both api_key (${VARIABLES.apiKey}) and service_id (${VARIABLES.serviceId}) are given, so dashboards and alerts could ` +
          `be in either. Set deployment (${DEPLOYMENT}) to "open_source" or "managed", or remove one of the two.`,
      );
      return undefined;
    }
    return apiKey ? "open_source" : serviceId ? "managed" : undefined;
  }

  #openSource(): OpenSourceSettings | undefined {
    const accessKey = this.secret("apiKey");
    if (accessKey === undefined) {
      this.missing("apiKey", "The open-source deployment needs a personal API access key (team settings, API keys).");
      return undefined;
    }
    const endpoint = this.address("endpoint", this.texts.endpoint ?? LOCAL_ENDPOINT, /\/api\/v2$/);
    const team = this.args.team?.trim();
    const headers = this.headers();
    return { endpoint, accessKey, ...(team && { team }), headers };
  }

  /** Returns the address of the UI. The API does not report it (default ports: docs/internals/api-behavior.md 0). */
  #uiEndpoint(openSource: OpenSourceSettings | undefined): string | undefined {
    const given = this.texts.uiEndpoint;
    if (given !== undefined) {
      return this.address("uiEndpoint", given, NO_OWN_PATH, true);
    }
    if (openSource === undefined || !URL.canParse(openSource.endpoint)) {
      return undefined;
    }
    const url = new URL(openSource.endpoint);
    return url.port === API_PORT ? `${url.protocol}//${url.hostname}:${UI_PORT}` : undefined;
  }

  #managed(observability: Deployment | undefined): ManagedSettings | undefined {
    const keyId = this.secret("cloudApiKey");
    const keySecret = this.secret("cloudApiSecret");
    // An organization ID in the environment does not select ClickHouse Cloud, because it may be for other stacks.
    const isRequested = observability === "managed" || Boolean(this.args.organizationId?.trim());
    if (!isRequested && keyId === undefined && keySecret === undefined) {
      return undefined;
    }
    if (keyId === undefined) {
      this.missing("cloudApiKey", "ClickHouse Cloud needs the id of an API key.");
    }
    if (keySecret === undefined) {
      this.missing("cloudApiSecret", "ClickHouse Cloud needs the secret that belongs to the API key.");
    }
    const organizationId = this.uuid("organizationId", "The organization details in the console show it.");
    const serviceId =
      observability === "managed" || this.texts.serviceId
        ? this.uuid(
            "serviceId",
            "Managed dashboards and alerts belong to one service; the service's URL contains its id.",
          )
        : undefined;
    const endpoint = this.address("cloudEndpoint", this.texts.cloudEndpoint ?? CLOUD_ENDPOINT, /\/v1$/);
    const product = this.#product();
    const requestsPerWindow = this.#requestsPerWindow();
    if (keyId === undefined || keySecret === undefined || organizationId === undefined) {
      return undefined;
    }
    return { endpoint, organizationId, keyId, keySecret, product, serviceId, requestsPerWindow };
  }

  #product(): string {
    const product = this.args.product?.trim() || "clickstack";
    if (!/^[A-Za-z0-9_-]+$/.test(product)) {
      this.problem("product", "Not a path segment", "product is one segment of a path, such as clickstack.");
    }
    return product;
  }

  #requestsPerWindow(): number | undefined {
    const count = this.args.requestsPerWindow;
    if (count !== undefined && (!Number.isInteger(count) || count < 1)) {
      this.problem("requestsPerWindow", "Not a number of requests", "requests_per_window is a whole number from 1.");
    }
    return count;
  }

  /**
   * Reports an explicit endpoint on a managed deployment. An endpoint in the environment may be for other stacks and is
   * ignored. A provider block for API keys may have an endpoint without an access key: with the access key, the same
   * block also manages open-source dashboards.
   */
  #endpointOfOpenSource(): void {
    this.problem(
      "endpoint",
      "endpoint is for an open-source server",
      "Dashboards and alerts are managed here, and endpoint is the address of an open-source server. " +
        `Fix: remove endpoint; the address of ClickHouse Cloud is cloud_endpoint (default ${CLOUD_ENDPOINT}). ` +
        `For dashboards and alerts on that server, set api_key (${VARIABLES.apiKey}) and deployment = "open_source".`,
    );
  }

  #nothingGiven(): void {
    this.problem(
      "apiKey",
      "No credentials",
      `For the open-source deployment set api_key (${VARIABLES.apiKey}). For ClickHouse Cloud set cloud_api_key ` +
        `(${VARIABLES.cloudApiKey}), cloud_api_secret (${VARIABLES.cloudApiSecret}) and organization_id (${VARIABLES.organizationId}), ` +
        `and for managed dashboards and alerts service_id (${VARIABLES.serviceId}) too.`,
    );
  }
}
