import { ApiError, type ApiErrorKind } from "../errors";
import type { ApiErrorFields } from "../errors/api-error";
import { parseFindings } from "../errors/finding";
import { isJsonObject } from "../json";
import type { Deployment } from "../settings";
import type { Reply } from "../transport/reply";
import type { NotFoundForm } from "./api-request";
import { foreignEncoding, isPage, plainText } from "./plain-text";
import { hintFor } from "./refusal-hint";
import type { ReplyContext } from "./reply-context";

const LONGEST_TEXT = 2000;

/** Turns a reply of status 400 and above into an error, whatever its body looks like (docs/internals/api-behavior.md 1.6, 2.2, 3.4). */
export function readRefusal(received: Reply, context: ReplyContext): ApiError {
  const encoding = foreignEncoding(received.headers);
  const reply = encoding === undefined ? received : { ...received, text: `(a body encoded as ${encoding})` };
  const body = jsonObject(reply.text);
  const meant = meaningOf(reply, body, context);
  const said = context.mask.apply(textOf(reply, body)).slice(0, LONGEST_TEXT);
  const word = /^([A-Z][A-Z_]+): (.*)$/s.exec(said);
  const text = word?.[2] ?? said;
  const requestId = typeof body?.requestId === "string" ? body.requestId : reply.headers["x-request-id"];
  const hint = hintFor(meant, text, reply, context);
  return new ApiError({
    ...meant,
    status: reply.status,
    method: context.method,
    path: context.path,
    text,
    ...(word?.[1] !== undefined && { code: word[1] }),
    ...(requestId !== undefined && { requestId: context.mask.apply(requestId) }),
    ...(meant.kind === "invalid_request" && { findings: parseFindings(text) }),
    ...(hint !== undefined && { hint }),
  });
}

const KINDS: ReadonlyMap<number, ApiErrorKind> = new Map([
  [400, "invalid_request"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [409, "conflict"],
  [413, "invalid_request"],
  [422, "invalid_request"],
  [429, "rate_limited"],
]);

/** What a refusal means. */
type Meaning = Pick<ApiErrorFields, "kind" | "mayBeGone">;

function meaningOf(reply: Reply, body: Body | undefined, { deployment, notFound }: ReplyContext): Meaning {
  if (reply.status !== 404) {
    return { kind: reply.status >= 500 ? "server_error" : (KINDS.get(reply.status) ?? "other") };
  }
  if (notFound === undefined) {
    return { kind: saysNotFound(reply, body, deployment) ? "not_found" : "route_missing" };
  }
  if (isDocumented(reply, body, deployment, notFound)) {
    return { kind: "not_found" };
  }
  return { kind: "route_missing", mayBeGone: !isPage(reply.headers["content-type"], reply.text) };
}

/** A 404 about no single object: the words tell whether the server or something before it speaks. Nothing is given up for it. */
function saysNotFound(reply: Reply, body: Body | undefined, deployment: Deployment): boolean {
  if (deployment === "managed") {
    return typeof body?.error === "string" || body?.status === 404;
  }
  if (body !== undefined) {
    return /not found/i.test(messageOf(body) ?? "");
  }
  return !isPage(reply.headers["content-type"], reply.text) && reply.text.trim() === "Not Found";
}

/** Headers of every reply that has passed the open-source server's rate limiter (docs/internals/api-behavior.md 3.3). */
const LIMITER = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];

/**
 * Whether a 404 is just what the server itself says of an object that is not there (docs/internals/api-behavior.md 2.2, 3.4). Gateways have
 * their own 404s, and an object must not be given up for one of those. The plain text `Not Found` is said by many: the server's limiter
 * must have counted it.
 */
function isDocumented(reply: Reply, body: Body | undefined, deployment: Deployment, notFound: NotFoundForm): boolean {
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
    return reply.text.trim() === "Not Found" && LIMITER.every((name) => reply.headers[name] !== undefined);
  }
  return typeof notFound === "object" && body?.message === notFound.message && hasOnly(body, ["message"]);
}

function hasOnly(body: Body, fields: readonly string[]): boolean {
  return Object.keys(body).every((field) => fields.includes(field));
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

function jsonObject(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isJsonObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}
