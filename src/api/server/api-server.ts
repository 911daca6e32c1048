import { abandonable, withEither } from "../abandonable";
import type { Clock } from "../clock";
import { ApiError } from "../errors";
import { waitText } from "../pacing/long-wait";
import { type Operation, OperationRun } from "../retry/operation-run";
import type { Deployment } from "../settings";
import type { Answer, ApiRequest } from "./api-request";
import { forbiddenHint, forbiddenReason, isOfService } from "./forbidden";
import { type Attempt, type ServerAccess, tryRequest } from "./try-request";

/** One deployment's server: requests in, answers or errors out, held to its rate limit, and repeated where that is safe. */
export class ApiServer {
  readonly #access: ServerAccess;
  /** What the server's clock last said, and when that was on the client's. */
  #told: { readonly time: number; readonly at: number } | undefined;
  /** Until when, on the client's clock, users know of a wait. */
  #warnedUntil = Number.NEGATIVE_INFINITY;
  /** Has carried out a request of this key: organization and address are right. */
  #hasAdmitted = false;
  /** Whether the organization itself can be read, asked once. */
  #organizationIsOpen: Promise<boolean> | undefined;

  constructor(access: ServerAccess) {
    this.#access = access;
  }

  get deployment(): Deployment {
    return this.#access.deployment;
  }

  /** Scheme, host and port. */
  get origin(): string {
    return this.#access.link.origin;
  }

  get clock(): Clock {
    return this.#access.clock;
  }

  /** For everything that may be sent twice. Throws what the last try ended with. */
  call(request: ApiRequest): Promise<Answer> {
    return this.perform({ request, decode: (answer) => answer });
  }

  /** Carries an operation out. Throws what its last try ended with, or the reason of an abort before anything was changed. */
  perform<T>(operation: Operation<T>): Promise<T> {
    const { afterStop, signal } = operation.request;
    const signals = afterStop === undefined ? [signal, this.#access.signal] : [afterStop];
    return withEither(signals, async (stop) => {
      try {
        return await new OperationRun(this, operation, stop).run();
      } catch (error) {
        throw await this.#explained(error, operation.request, stop);
      }
    });
  }

  /** One try. */
  async attempt(request: ApiRequest, number: number, signal: AbortSignal | undefined): Promise<Attempt> {
    const { onLongWait } = this;
    const attempt = await tryRequest(this.#access, { request, number, signal, onLongWait });
    if ("answer" in attempt) {
      this.#hasAdmitted = true;
      this.#listenTo(attempt.answer);
    }
    return attempt;
  }

  /** Now, in epoch milliseconds, by the server's clock; undefined until the server has said what time it is. */
  get time(): number | undefined {
    return this.#told && this.#told.time + (this.clock.now() - this.#told.at);
  }

  close(): Promise<void> {
    return this.#access.link.close();
  }

  #listenTo({ headers, headersAt }: Answer): void {
    const time = Date.parse(headers.date ?? "");
    if (!Number.isNaN(time)) {
      this.#told = { time, at: headersAt };
    }
  }

  /** A 403 that does not say why: what the key may do elsewhere tells a missing permission from a wrong organization or address. */
  async #explained(error: unknown, request: ApiRequest, stop: AbortSignal | undefined): Promise<unknown> {
    const isOpen = error instanceof ApiError && error.isForbidden && this.deployment === "managed";
    if (!isOpen || forbiddenReason(error.text) !== undefined) {
      return error;
    }
    const secondLook = () => abandonable(this.#canReadOrganization(request), stop).catch(() => false);
    const admitted = this.#hasAdmitted || (isOfService(error.path) && (await secondLook()));
    return admitted ? error.withHint(forbiddenHint("managed", error.path, "permission")) : error;
  }

  /** Asked once for everybody who is refused, so no caller's signal ends it. */
  #canReadOrganization({ segments }: ApiRequest): Promise<boolean> {
    const keys: ApiRequest = { method: "GET", segments: [...segments.slice(0, 3), "keys"], form: "enveloped" };
    this.#organizationIsOpen ??= this.attempt(keys, 1, this.#access.signal).then(
      (attempt) => "answer" in attempt,
      () => false,
    );
    return this.#organizationIsOpen;
  }

  /** Requests wait together: one warning speaks for all of them. */
  private readonly onLongWait = (ms: number): void => {
    const until = this.clock.now() + ms;
    if (until <= this.#warnedUntil + 1000) {
      return;
    }
    this.#warnedUntil = until;
    this.#access.warn?.({
      summary: "The server's rate limit makes the provider wait",
      detail:
        `${this.#access.link.origin} admits the next request in ${waitText(ms)}. Requests wait until then. ` +
        "The limit is counted per key, so everything else that uses the same key shares it.",
    });
  };
}
