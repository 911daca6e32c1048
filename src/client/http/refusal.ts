import { isJsonObject, jsonIn } from "../json";
import type { Deployment } from "../settings";
import { ApiError, type ApiErrorFields, LONG_WAIT_FIX, MAX_WAIT_MS, waitText } from "./errors";
import type { RawResponse } from "./http-exchange";
import { limitSignals, refusalWait } from "./rate-limit-headers";
import type { NotFoundForm, ResponseContext } from "./request";
import { isPage, parseFindings, plainText, unsupportedEncoding } from "./response-text";

/** Returns a hint that the address may be wrong. The request's path shows if the address repeats the API's path. */
export function addressHint({ deployment, path }: Pick<ResponseContext, "deployment" | "path">): string {
  const repeated = deployment === "open_source" ? repeatedPath(path) : undefined;
  if (repeated !== undefined) {
    return `Fix: remove ${repeated} from the end of endpoint (CLICKSTACK_ENDPOINT), because /api/v2 is added to it.`;
  }
  return deployment === "open_source"
    ? "Fix: set the address of the API server (port 8000 by default), not that of the user interface (port 8080)."
    : "Fix: set the address of the ClickHouse Cloud API, such as https://api.clickhouse.cloud.";
}

/** Returns the API's own path at the end of an address, to which the client adds `/api/v2`. */
function repeatedPath(path: string): string | undefined {
  const address = path.slice(0, Math.max(0, path.lastIndexOf("/api/v2")));
  const end = address.slice(Math.max(0, address.indexOf("/api")));
  return end === "/api" || end.startsWith("/api/v2") ? end : undefined;
}

/** Reason for a 403, guessed from words of its undocumented text (docs/internals/api-behavior.md 8). */
type ForbiddenReason = "organization" | "address" | "permission";

function forbiddenReason(text: string): ForbiddenReason | undefined {
  if (/organi[sz]ation/i.test(text) && /belong|member|match|access to/i.test(text)) {
    return "organization";
  }
  if (/\bip\b|\baddress/i.test(text)) {
    return "address";
  }
  return /permission|privilege|\broles?\b|not allowed to/i.test(text) ? "permission" : undefined;
}

/** Returns a managed 403 without a reason, with the hint that a permission is missing. Undefined for other errors. */
export function missingPermission(error: unknown): ApiError | undefined {
  if (!(error instanceof ApiError) || error.kind !== "forbidden" || forbiddenReason(error.text) !== undefined) {
    return undefined;
  }
  return error.withHint(forbiddenHint("managed", error.path, "permission"));
}

function forbiddenHint(deployment: Deployment, path: string, reason: ForbiddenReason | undefined): string {
  if (deployment === "open_source") {
    return "The user of this access key is not in a team, or lacks the permission. Fix: use the access key of a member of the team.";
  }
  if (reason !== undefined) {
    return `Fix: ${FORBIDDEN_FIXES[reason](path)}.`;
  }
  const all = Object.values(FORBIDDEN_FIXES).map((fixFor) => fixFor(path));
  return `The server gives no reason. Fix: ${all.join("; or ")}.`;
}

const FORBIDDEN_FIXES: Readonly<Record<ForbiddenReason, (path: string) => string>> = {
  organization: (path) => {
    const organization = /\/organizations\/([^/?]+)/.exec(path)?.[1] ?? "another one";
    return `set organization_id (CLICKHOUSE_ORGANIZATION_ID), now ${organization}, to the organization of this key`;
  },
  address: () => "add the address of this machine to the key's IP access list, or run where it is allowed",
  permission: (path) =>
    isOfService(path)
      ? "give the key a role with the permission control-plane:service:manage-clickstack-api on the service in service_id " +
        "(CLICKSTACK_SERVICE_ID); Service Admin and Org Admin have it"
      : "give the key an organization role with the permission, such as Admin for API keys and roles",
};

/** Returns true for a path of a service (dashboards and alerts), false for a path of the organization itself. */
export function isOfService(path: string): boolean {
  return path.includes("/services/");
}

function hintFor(
  { kind, mayBeGone }: Pick<ApiErrorFields, "kind" | "mayBeGone">,
  text: string,
  response: RawResponse,
  context: ResponseContext,
): string | undefined {
  const { deployment, path } = context;
  switch (kind) {
    case "unauthorized":
      return UNAUTHORIZED[deployment];
    case "forbidden":
      return forbiddenHint(deployment, path, forbiddenReason(text));
    case "route_missing":
      return mayBeGone
        ? `This 404 did not come from the API. The provider keeps the object in state. ${addressHint(context)}`
        : `The server does not serve this path. ${addressHint(context)}`;
    case "not_found":
      return deployment === "managed" ? WRONG_PLACE : undefined;
    case "invalid_request":
      return deployment === "managed" && /does not belong to the organization/.test(text) ? NEW_KEY : undefined;
    case "rate_limited":
      return limitHint(response);
    case "server_error": {
      const { retryAfter } = limitSignals(response);
      return retryAfter === undefined ? undefined : `The server asks to try again in ${waitText(retryAfter * 1000)}.`;
    }
    default:
      return undefined;
  }
}

const UNAUTHORIZED: Readonly<Record<Deployment, string>> = {
  open_source:
    "Check api_key (CLICKSTACK_API_KEY): it must be the Personal API Access Key (team settings, API keys), not the ingestion key of the same page.",
  managed:
    "Check cloud_api_key and cloud_api_secret (CLICKHOUSE_CLOUD_API_KEY, CLICKHOUSE_CLOUD_API_SECRET): they must belong together, and the key must be enabled and not expired.",
};

const WRONG_PLACE =
  "If the object should be there, check organization_id (CLICKHOUSE_ORGANIZATION_ID) and service_id (CLICKSTACK_SERVICE_ID).";

const NEW_KEY =
  "A new key works everywhere after half a minute. If the error remains, organization_id (CLICKHOUSE_ORGANIZATION_ID) is not the organization of that key.";

function limitHint(response: RawResponse): string {
  const wait = refusalWait(limitSignals(response));
  if (wait !== undefined && wait * 1000 > MAX_WAIT_MS) {
    return (
      `The server asks to wait ${waitText(wait * 1000)}, and a request waits at most ${MAX_WAIT_MS / 60_000} minutes. ` +
      LONG_WAIT_FIX
    );
  }
  return "Fix: let one process at a time use this key, or lower Terraform's -parallelism. The limit is counted per key.";
}

const MAX_TEXT_LENGTH = 2000;
const MAX_REQUEST_ID = 100;

/** Turns a response of status 400 and above into an error (docs/internals/api-behavior.md 1.6, 2.2, 3.4). */
export function readRefusal(received: RawResponse, context: ResponseContext): ApiError {
  const encoding = unsupportedEncoding(received.headers);
  const response = encoding === undefined ? received : { ...received, text: `(a body encoded as ${encoding})` };
  const parsed = jsonIn(response.text);
  const body = isJsonObject(parsed) ? parsed : undefined;
  const cause = causeOf(response, body, context);
  const masked = context.mask.apply(textOf(response, body)).slice(0, MAX_TEXT_LENGTH);
  const word = /^([A-Z][A-Z_]+): (.*)$/s.exec(masked);
  const text = word?.[2] ?? masked;
  const requestId = typeof body?.requestId === "string" ? body.requestId : response.headers["x-request-id"];
  const hint = hintFor(cause, text, response, context);
  return new ApiError({
    ...cause,
    status: response.status,
    method: context.method,
    path: context.path,
    text,
    code: word?.[1],
    requestId: requestId && context.mask.apply(requestId).slice(0, MAX_REQUEST_ID),
    findings: cause.kind === "invalid_request" ? parseFindings(text) : [],
    hint,
  });
}

const KIND_OF_STATUS: ReadonlyMap<number, ApiErrorFields["kind"]> = new Map([
  [400, "invalid_request"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [409, "conflict"],
  [412, "conflict"],
  [413, "invalid_request"],
  [422, "invalid_request"],
  [429, "rate_limited"],
]);

type Cause = Pick<ApiErrorFields, "kind" | "mayBeGone">;

function causeOf(response: RawResponse, body: Body | undefined, { deployment, notFound }: ResponseContext): Cause {
  if (response.status !== 404) {
    return { kind: response.status >= 500 ? "server_error" : (KIND_OF_STATUS.get(response.status) ?? "other") };
  }
  if (notFound === undefined) {
    return { kind: reportsNotFound(response, body, deployment) ? "not_found" : "route_missing" };
  }
  if (isDocumented(response, body, deployment, notFound)) {
    return { kind: "not_found" };
  }
  return { kind: "route_missing", mayBeGone: !isPage(response.headers["content-type"], response.text) };
}

/** Classifies a 404 that is not about a single object by its text. Such a 404 never removes an object from state. */
function reportsNotFound(response: RawResponse, body: Body | undefined, deployment: Deployment): boolean {
  if (deployment === "managed") {
    return typeof body?.error === "string" || body?.status === 404;
  }
  if (body !== undefined) {
    return /not found/i.test(messageOf(body) ?? "");
  }
  return !isPage(response.headers["content-type"], response.text) && response.text.trim() === "Not Found";
}

/** Headers of responses that passed the open-source server's limiter (docs/internals/api-behavior.md 3.3). */
const LIMITER = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];

/**
 * Returns true if a 404 is exactly the server's own response for a missing object (docs/internals/api-behavior.md 2.2,
 * 3.4). Gateways send their own 404s, which must not remove an object from state. Many gateways send the plain text
 * `Not Found`, so this text also requires the headers of the server's rate limiter.
 */
function isDocumented(
  response: RawResponse,
  body: Body | undefined,
  deployment: Deployment,
  notFound: NotFoundForm,
): boolean {
  if (deployment === "managed") {
    return (
      body !== undefined &&
      body.status === 404 &&
      typeof body.error === "string" &&
      /^NOT_FOUND: /.test(body.error) &&
      hasOnly(body, ["status", "error", "requestId"])
    );
  }
  if (notFound === "plain_text") {
    return response.text.trim() === "Not Found" && LIMITER.every((name) => response.headers[name] !== undefined);
  }
  return typeof notFound === "object" && body?.message === notFound.message && hasOnly(body, ["message"]);
}

function hasOnly(body: Body, fields: readonly string[]): boolean {
  return Object.keys(body).every((field) => fields.includes(field));
}

type Body = Readonly<Record<string, unknown>>;

/** Returns the server's sentence. Other JSON is never shown, because it may contain secrets. */
function textOf(response: RawResponse, body: Body | undefined): string {
  if (body !== undefined) {
    const message = messageOf(body) ?? "";
    return isPage(undefined, message) ? plainText(message) : message;
  }
  return /^\s*[[{]/.test(response.text) ? "" : plainText(response.text);
}

function messageOf(body: Body): string | undefined {
  return [body.message, body.error, isJsonObject(body.error) ? body.error.message : undefined].find(
    (text) => typeof text === "string",
  ) as string | undefined;
}
