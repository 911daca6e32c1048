import { ApiError, type ApiErrorKind } from "../errors";
import { parseFindings } from "../errors/finding";
import { isJsonObject } from "../json";
import type { Deployment } from "../settings";
import type { Reply } from "../transport/reply";
import { addressHint } from "./address-hint";
import { isPage, plainText } from "./plain-text";
import type { ReplyContext } from "./reply-context";

const LONGEST_TEXT = 2000;

/** Turns a reply of status 400 and above into an error, whatever its body looks like (facts/api.md 3.4, 1.6, 2.2). */
export function readRefusal(reply: Reply, context: ReplyContext): ApiError {
  const body = jsonObject(reply.text);
  const kind = kindOf(reply, body, context.deployment);
  const said = context.mask.apply(textOf(reply, body)).slice(0, LONGEST_TEXT);
  const word = /^([A-Z][A-Z_]+): (.*)$/s.exec(said);
  const text = word?.[2] ?? said;
  const requestId = typeof body?.requestId === "string" ? body.requestId : reply.headers["x-request-id"];
  const hint = hintFor(kind, context.deployment);
  return new ApiError({
    kind,
    status: reply.status,
    method: context.method,
    path: context.path,
    text,
    ...(word?.[1] !== undefined && { code: word[1] }),
    ...(requestId !== undefined && { requestId: context.mask.apply(requestId) }),
    ...(kind === "invalid_request" && { findings: parseFindings(text) }),
    ...(hint !== undefined && { hint }),
  });
}

const KINDS: Readonly<Record<number, ApiErrorKind>> = {
  400: "invalid_request",
  401: "unauthorized",
  403: "forbidden",
  409: "conflict",
  413: "invalid_request",
  422: "invalid_request",
  429: "rate_limited",
};

function kindOf(reply: Reply, body: Body | undefined, deployment: Deployment): ApiErrorKind {
  if (reply.status === 404) {
    return isGone(reply, body, deployment) ? "not_found" : "route_missing";
  }
  return reply.status >= 500 ? "server_error" : (KINDS[reply.status] ?? "other");
}

/**
 * Whether a 404 speaks of the object. Managed says so in JSON only; open source in JSON or, for dashboards and connections, with the
 * bare text `Not Found` (facts/api.md, quirk 2). Any other 404 comes from something in between, and an object must not be given up for it.
 */
function isGone(reply: Reply, body: Body | undefined, deployment: Deployment): boolean {
  if (deployment === "managed") {
    return typeof body?.error === "string" || body?.status === 404;
  }
  if (body !== undefined) {
    return /not found/i.test(messageOf(body) ?? "");
  }
  return !isPage(reply.headers["content-type"], reply.text) && reply.text.trim() === "Not Found";
}

type Body = Readonly<Record<string, unknown>>;

function textOf(reply: Reply, body: Body | undefined): string {
  return body === undefined ? plainText(reply.text) : (messageOf(body) ?? "");
}

function messageOf(body: Body): string | undefined {
  return [body.message, body.error, isJsonObject(body.error) ? body.error.message : undefined].find(
    (text) => typeof text === "string",
  ) as string | undefined;
}

function hintFor(kind: ApiErrorKind, deployment: Deployment): string | undefined {
  if (kind === "unauthorized") {
    return deployment === "open_source"
      ? "Check api_key (CLICKSTACK_API_KEY): it must be the Personal API Access Key (team settings, API keys), not the ingestion key of the same page."
      : "Check cloud_api_key and cloud_api_secret (CLICKHOUSE_CLOUD_API_KEY, CLICKHOUSE_CLOUD_API_SECRET): they must belong together, and the key must be enabled and not expired.";
  }
  if (kind === "forbidden" && deployment === "managed") {
    return "The key must be allowed from this address. Dashboards and alerts need the permission control-plane:service:manage-clickstack-api; keys and roles an organization role.";
  }
  return kind === "route_missing" ? `The server does not serve this path. ${addressHint(deployment)}` : undefined;
}

function jsonObject(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isJsonObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
