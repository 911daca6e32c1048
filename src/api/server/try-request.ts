import type { Clock } from "../clock";
import { ApiError, ConnectionError } from "../errors";
import type { OnLongWait, Pacer, Pass } from "../pacing/pacer";
import type { ClientWarning, Deployment, LogLine } from "../settings";
import { type LimitSignals, limitSignals, refusalWait } from "../transport/limit-signals";
import type { Reply } from "../transport/reply";
import type { Answer, ApiRequest } from "./api-request";
import type { HttpLink } from "./http-link";
import { readAnswer } from "./read-answer";
import { requestPath } from "./request-path";
import type { SecretMask } from "./secret-mask";

/** What one deployment's server is reached with. */
export interface ServerAccess {
  readonly deployment: Deployment;
  readonly link: HttpLink;
  readonly pacer: Pacer;
  readonly clock: Clock;
  /** Sent with every request; holds the credential. */
  readonly headers: Readonly<Record<string, string>>;
  readonly mask: SecretMask;
  readonly log: ((line: LogLine) => void) | undefined;
  /** Told what a user should know although nothing failed. */
  readonly warn: ((warning: ClientWarning) => void) | undefined;
  /** Aborts everything. */
  readonly signal: AbortSignal | undefined;
}

/** One try of a request. */
export interface Try {
  readonly request: ApiRequest;
  /** 1 for the first. */
  readonly number: number;
  /** Ends the waiting for the rate limiter and a connection, and the request itself unless it changes something. */
  readonly signal: AbortSignal | undefined;
  readonly onLongWait: OnLongWait;
}

/** How one try ended. */
export type Attempt = { readonly answer: Answer; readonly tookMs: number } | FailedAttempt;

export interface FailedAttempt {
  readonly error: unknown;
  /** Time from sending to the failure, without the rate limiter's queue. */
  readonly tookMs: number;
  /** Time in the rate limiter's queue. */
  readonly waitedMs: number;
  /** What the server asked to wait. */
  readonly toldMs?: number;
}

/**
 * Sends a request once, when the rate limiter lets it. Throws only for an abort before it was sent or while it only reads, an insecure
 * address, an impossible id, or a rate limit that nobody waits for.
 */
export async function tryRequest(access: ServerAccess, attempted: Try): Promise<Attempt> {
  const { request, number, signal, onLongWait } = attempted;
  access.link.assertSafe();
  const path = requestPath(access.link.prefix, request);
  const pass = await (number === 1 ? access.pacer.enter(signal, onLongWait) : access.pacer.reenter(signal, onLongWait));
  const sentAt = access.clock.now();
  const heard: Heard = {};
  const attempt = await send(access, request, path, pass, heard, signal).then(
    (reply) => judge(access, request, path, reply),
    (error: unknown) => ({ error }),
  );
  const tookMs = access.clock.now() - sentAt;
  access.log?.({
    deployment: access.deployment,
    method: request.method,
    path,
    durationMs: Math.round(tookMs),
    waitedMs: Math.round(pass.waitedMs),
    attempt: number,
    ...logged(attempt, heard),
  });
  if ("answer" in attempt) {
    return { answer: attempt.answer, tookMs };
  }
  if (signal?.aborted && attempt.error === signal.reason) {
    throw attempt.error;
  }
  const toldMs = heard.signals === undefined ? undefined : toldWait(heard.signals);
  const { waitedMs } = pass;
  return { error: attempt.error, tookMs, waitedMs, ...(toldMs !== undefined && { toldMs }) };
}

/** What the headers said, known before the body is there. */
interface Heard {
  signals?: LimitSignals;
}

async function send(
  access: ServerAccess,
  request: ApiRequest,
  path: string,
  pass: Pass,
  heard: Heard,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const { method } = request;
  const body = request.body && JSON.stringify(request.body);
  const finishOnceSent = request.change !== undefined;
  const headers = {
    accept: "application/json",
    ...access.headers,
    ...(body && { "content-type": "application/json" }),
  };
  try {
    return await access.link.send({ method, path, headers, body, signal, finishOnceSent }, (head) => {
      heard.signals = limitSignals(head);
      pass.answered(heard.signals);
    });
  } finally {
    if (heard.signals === undefined) {
      pass.failed();
    }
  }
}

function judge(
  access: ServerAccess,
  request: ApiRequest,
  path: string,
  reply: Reply,
): { answer: Answer } | { error: unknown } {
  const { deployment, mask } = access;
  const { method, form, secrets, notFound } = request;
  try {
    return { answer: readAnswer(reply, { deployment, method, path, form, notFound, mask: mask.with(secrets ?? []) }) };
  } catch (error) {
    return { error };
  }
}

function logged(attempt: { answer: Answer } | { error: unknown }, heard: Heard): Partial<LogLine> {
  const status = heard.signals?.status;
  if ("answer" in attempt) {
    const { requestId } = attempt.answer.envelope;
    return { status, ...(typeof requestId === "string" && { requestId }) };
  }
  const { error } = attempt;
  if (error instanceof ApiError) {
    return { status, ...(error.requestId !== undefined && { requestId: error.requestId }) };
  }
  const failure = error instanceof ConnectionError ? error.code : error instanceof Error ? error.name : "aborted";
  return { ...(status !== undefined && { status }), failure };
}

function toldWait(signals: LimitSignals): number | undefined {
  // On success `RateLimit-Reset` only describes the window.
  const seconds = signals.status === 429 ? refusalWait(signals) : signals.retryAfter;
  return seconds === undefined ? undefined : seconds * 1000;
}
