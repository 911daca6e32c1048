import { type Reference, referenceLife } from "../../support/fault-campaign";
import { FaultedLife, PHASES, type Phase } from "../../support/faulted-life";
import { FAULTS } from "../../support/faults";
import type { StackDeployment } from "../../support/mixed-stack";
import { Chance } from "./chance";
import { People } from "./people";
import type { Round } from "./round";

/** The changes by users in the stack. They delete no object to which other declarations refer. */
const CHANGED = ["webhooks", "saved-searches", "dashboards", "alerts"];
const DELETED = ["alerts", "dashboards"];

/**
 * A stack of about thirty objects that refer to each other. The real engine creates, changes and destroys it
 * repeatedly.
 */
export class StackRounds implements AsyncDisposable {
  #life: FaultedLife | undefined;
  #next: Phase = "create";

  private constructor(
    private readonly deployment: StackDeployment,
    private readonly seed: number,
    private readonly reference: Reference,
  ) {}

  static async start(deployment: StackDeployment, seed: number): Promise<StackRounds> {
    return new StackRounds(deployment, seed, await referenceLife(deployment));
  }

  /** One round: changes by users, one phase with faults, another run if the phase failed, a plan, and an audit. */
  async round(number: number): Promise<Round> {
    const chance = new Chance(this.seed, this.deployment, "stack", number);
    this.#life ??= await FaultedLife.start(this.deployment);
    const life = this.#life;
    const phase = this.#next;
    const people = new People(life.emulator);
    if (phase === "update") {
      for (let count = chance.upTo(6); count > 0; count -= 1) {
        await people.change(life.managedIds(), CHANGED, DELETED, chance);
      }
    }
    const often = chance.of([0, 0.05, 0.3]) ?? 0;
    const declared = this.reference.declared.get(phase) ?? [];
    const { struck, audit, complaints } = await life.phase(
      phase,
      ({ text }) => {
        const own = new Chance(this.seed, this.deployment, "stack", number, text);
        return own.is(often) ? own.of(FAULTS) : undefined;
      },
      declared,
    );
    // Some updates are followed by another update that only reverts the changes by users.
    this.#next = phase === "update" && chance.is(0.5) ? "update" : (PHASES[PHASES.indexOf(phase) + 1] ?? "create");
    if (phase === "destroy") {
      await this.#end();
    }
    const what = `stack, ${this.deployment}, ${phase}`;
    const faults = struck.map(({ place, fault }) => `${place.text}: ${fault.name}`);
    return { what, declared: declared.length, edits: people.changes, faults, audit, complaints };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }

  async #end(): Promise<void> {
    await this.#life?.[Symbol.asyncDispose]();
    this.#life = undefined;
  }
}
