import type { Deployment } from "../settings";
import type { Failure } from "./failure";

/** One try that failed. */
export interface FailedTry {
  readonly failure: Failure;
  /** What the try took, without the pacer's queue. */
  readonly tookMs: number;
  /** What the server asked to wait, if it did. */
  readonly toldMs?: number;
}

/** How one sort of failure is repeated. Times in milliseconds. */
interface Rule {
  readonly first: number;
  readonly longest: number;
  readonly tries: number;
}

const MANY = Number.POSITIVE_INFINITY;

/** The budget is facts/api.md 1.6; a server that is not there should be reported within seconds. */
const RULES: Readonly<Record<Failure, Rule>> = {
  rate_limited: { first: 1000, longest: 16_000, tries: 12 },
  unreached: { first: 250, longest: 2000, tries: 4 },
  broken: { first: 250, longest: 16_000, tries: MANY },
  server_fault: { first: 1000, longest: 16_000, tries: MANY },
  spreading: { first: 1000, longest: 5000, tries: 9 },
  final: { first: 0, longest: 0, tries: 0 },
};

/** An open-source server answers 500 to some bodies every time: three more tries tell. */
const OPEN_SOURCE_FAULT: Rule = { first: 500, longest: 4000, tries: 3 };

const BUDGET_MS = 60_000;

/** The retries of one operation. Pure but for the chance it is handed. */
export class RetryPlan {
  readonly #deployment: Deployment;
  readonly #chance: () => number;
  readonly #counts = new Map<Failure, number>();
  #spent = 0;

  constructor(deployment: Deployment, chance: () => number = Math.random) {
    this.#deployment = deployment;
    this.#chance = chance;
  }

  /** How long to wait before the next try, or `undefined` to give up. */
  next(failed: FailedTry): number | undefined {
    const { failure } = failed;
    const count = this.#counts.get(failure) ?? 0;
    this.#counts.set(failure, count + 1);
    const rule = this.#deployment === "open_source" && failure === "server_fault" ? OPEN_SOURCE_FAULT : RULES[failure];
    if (count >= rule.tries) {
      return undefined;
    }
    const backoff = Math.round(Math.min(rule.first * 2 ** count, rule.longest) * (0.8 + 0.4 * this.#chance()));
    if (failure === "rate_limited") {
      // Waiting for one's turn is no failure and costs no budget. What the server told, the pacer waits for already.
      return failed.toldMs === undefined ? backoff : 0;
    }
    const delay = Math.max(backoff, failed.toldMs ?? 0);
    this.#spent += failed.tookMs + delay;
    return this.#spent > BUDGET_MS ? undefined : delay;
  }
}
