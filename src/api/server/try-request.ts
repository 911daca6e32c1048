import { anySignal } from "../abandonable";
import type { Clock } from "../clock";
import { ApiError, ConnectionError } from "../errors";
import type { Pacer, Pass } from "../pacing/pacer";
import type { Deployment, LogLine } from "../settings";
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
  /** Aborts everything. */
  readonly signal: AbortSignal | undefined;
}

/** How one try ended. */
export type Attempt = { readonly answer: Answer; readonly tookMs: number } | FailedAttempt;

export interface FailedAttempt {
  readonly error: unknown;
  /** Time from sending to the failure, without the pacer's queue. */
  readonly tookMs: number;
  /** What the server asked to wait. */
  readonly toldMs?: number;
}

/** Sends a request once, when the pacer lets it. Throws only for an abort, an insecure address or an impossible id. */
export async function tryRequest(access: ServerAccess, request: ApiRequest, number: number): Promise<Attempt> {
  access.link.assertSafe();
  const path = requestPath(access.link.prefix, request);
  const signal = anySignal(request.signal, access.signal);
  const pass = await (number === 1 ? access.pacer.enter(signal) : access.pacer.reenter(signal));
  const sentAt = access.clock.now();
  const heard: Heard = {};
  const attempt = await send(access, request, path, pass, heard, request.finishOnceSent ? undefined : signal).then(
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
  return { error: attempt.error, tookMs, ...(toldMs !== undefined && { toldMs }) };
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
  const { method, body } = request;
  const headers = {
    accept: "application/json",
    ...access.headers,
    ...(body && { "content-type": "application/json" }),
  };
  try {
    return await access.link.send({ method, path, headers, body: body && JSON.stringify(body), signal }, (head) => {
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
  const { method, form, secrets } = request;
  try {
    return { answer: readAnswer(reply, { deployment, method, path, form, mask: mask.with(secrets ?? []) }) };
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
