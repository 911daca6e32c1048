import { anySignal } from "../abandonable";
import type { Clock } from "../clock";
import { classify } from "../retry/failure";
import { RetryPlan } from "../retry/retry-plan";
import type { Deployment } from "../settings";
import type { Answer, ApiRequest } from "./api-request";
import { type Attempt, type ServerAccess, tryRequest } from "./try-request";

/** One deployment's server: requests in, answers or errors out, paced, and repeated where that is safe. */
export class ApiServer {
  readonly #access: ServerAccess;
  /** What the server's clock last said, and when that was on the client's. */
  #told: { readonly time: number; readonly at: number } | undefined;

  constructor(access: ServerAccess) {
    this.#access = access;
  }

  get deployment(): Deployment {
    return this.#access.deployment;
  }

  get clock(): Clock {
    return this.#access.clock;
  }

  /** For everything that may be sent twice. Throws what the last try ended with. */
  async call(request: ApiRequest): Promise<Answer> {
    const plan = this.retryPlan();
    for (let number = 1; ; number += 1) {
      const attempt = await this.attempt(request, number);
      if ("answer" in attempt) {
        return attempt.answer;
      }
      const delay = plan.next({ ...attempt, failure: classify(attempt.error) });
      if (delay === undefined) {
        throw attempt.error;
      }
      await this.pause(delay, request.signal);
    }
  }

  /** One try, for what must not simply be sent twice. */
  async attempt(request: ApiRequest, number: number): Promise<Attempt> {
    const attempt = await tryRequest(this.#access, request, number);
    if ("answer" in attempt) {
      this.#listenTo(attempt.answer);
    }
    return attempt;
  }

  /** Now, in epoch milliseconds, by the server's clock; undefined until the server has said what time it is. */
  get time(): number | undefined {
    return this.#told && this.#told.time + (this.clock.now() - this.#told.at);
  }

  #listenTo({ headers, headersAt }: Answer): void {
    const time = Date.parse(headers.date ?? "");
    if (!Number.isNaN(time)) {
      this.#told = { time, at: headersAt };
    }
  }

  retryPlan(): RetryPlan {
    return new RetryPlan(this.deployment);
  }

  async pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    await this.clock.sleep(ms, anySignal(signal, this.#access.signal));
  }

  close(): Promise<void> {
    return this.#access.link.close();
  }
}
