import { createHash } from "node:crypto";
import type { CallOptions, DashboardBody, DashboardCollection, DashboardValidation } from "../../api";
import { abandonable } from "../../api/abandonable";

/**
 * As many dashboards as a plan asks about. Every question is a request that the apply then lacks (docs/internals/api-behavior.md 1.6, 3.3).
 */
export const MOST_CHECKED = 20;

/**
 * Asks the server about dashboards that a plan creates or changes. Each body is asked about once, and nothing more is asked where
 * the server turns out to lack the operation, or once something is being applied: then the write itself is the check.
 */
export class DashboardCheck {
  readonly #verdicts = new Map<string, Promise<DashboardValidation | undefined>>();
  readonly #refreshed = new Set<string>();
  #isOffered: Promise<boolean> | undefined;
  #isApplying = false;
  #hasLeftOut = false;

  constructor(private readonly dashboards: DashboardCollection) {}

  /** A plan refreshes what it plans; an apply, which plans everything once more, does not. */
  refreshed(dashboardId: string): void {
    this.#refreshed.add(dashboardId);
  }

  applying(): void {
    this.#isApplying = true;
  }

  /**
   * The server's verdict; undefined where it was not asked or cannot tell. The first dashboard too many is told from the others, so that a
   * plan says it once.
   * @param dashboardId of a dashboard that exists.
   */
  async of(
    body: DashboardBody,
    dashboardId: string | undefined,
    { signal }: CallOptions,
  ): Promise<DashboardValidation | "first left out" | undefined> {
    if (this.#isApplying || (dashboardId !== undefined && !this.#refreshed.has(dashboardId))) return undefined;
    const key = createHash("sha256").update(JSON.stringify(body)).digest("base64");
    if (!this.#verdicts.has(key) && this.#verdicts.size >= MOST_CHECKED) {
      const isFirst = !this.#hasLeftOut;
      this.#hasLeftOut = true;
      return isFirst ? "first left out" : undefined;
    }
    const verdict = this.#verdicts.get(key) ?? this.#ask(body);
    this.#verdicts.set(key, verdict);
    return abandonable(verdict, signal);
  }

  /**
   * The first question also tells whether the server takes any; those that come meanwhile wait for that. Others may wait for the answer to
   * this one, so no caller's signal ends it; the client's own does.
   */
  async #ask(body: DashboardBody): Promise<DashboardValidation | undefined> {
    if (this.#isOffered) return (await this.#isOffered) ? this.dashboards.validate(body) : undefined;
    const first = this.dashboards.validate(body);
    this.#isOffered = first.then(
      (verdict) => verdict !== undefined,
      () => true,
    );
    return first;
  }
}
