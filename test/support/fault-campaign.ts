import { type Audit, isClean } from "./audit";
import { FaultedLife, PHASES, type Phase, type PhaseRun, type Place } from "./faulted-life";
import { FAULTS, type Fault } from "./faults";
import type { StackDeployment } from "./mixed-stack";
import { seededRandom } from "./seeded-random";
import type { ServerObject } from "./server-objects";

/** One fault at one request of one phase. */
export interface Injection {
  readonly phase: Phase;
  /** Description of the request, as in `Place.text`. */
  readonly place: string;
  readonly fault: Fault;
}

/** Problem at the end of a phase. */
export interface Finding {
  readonly life: number;
  readonly phase: Phase;
  readonly injections: readonly Injection[];
  readonly audit: Audit;
  readonly complaints: readonly string[];
}

export interface CampaignResult {
  readonly lives: number;
  readonly struck: readonly Injection[];
  /** Injections whose request was not sent in the lives of the stack. */
  readonly unreached: readonly Injection[];
  readonly audits: readonly Audit[];
  readonly findings: readonly Finding[];
}

/** A life of the stack without faults: the requests of each phase, and the objects on the server at its end. */
export interface Reference {
  readonly places: readonly Place[];
  readonly declared: ReadonlyMap<Phase, readonly ServerObject[]>;
}

/**
 * Throws if the stack fails even without faults.
 * @param last the last phase to run
 */
export async function referenceLife(deployment: StackDeployment, last: Phase = "destroy"): Promise<Reference> {
  await using life = await FaultedLife.start(deployment);
  const runs: [Phase, PhaseRun][] = [];
  for (const phase of PHASES.slice(0, PHASES.indexOf(last) + 1)) {
    const run = await life.phase(phase);
    if (run.complaints.length > 0) {
      throw new Error(`${phase} without faults:\n${run.complaints.join("\n")}`);
    }
    runs.push([phase, run]);
  }
  return {
    places: runs.flatMap(([, run]) => run.places),
    declared: new Map(runs.map(([phase, run]) => [phase, run.objects])),
  };
}

/** Returns every fault at every request. */
export function product(places: readonly Place[], faults: readonly Fault[] = FAULTS): readonly Injection[] {
  return places.flatMap(({ phase, text }) => faults.map((fault) => ({ phase, place: text, fault })));
}

/**
 * Faults from which the client does not recover, at requests that only read. The run ends before it writes dependent
 * objects.
 */
const ENDS_A_QUESTION = /^(401|404|other JSON|garbage)/;
const ASKS = /^(list|read|validate|query) /;

const endsTheRun = ({ place, fault }: Injection) => ASKS.test(place) && ENDS_A_QUESTION.test(fault.name);

/**
 * Maximum number of faults per phase that may end the run before it writes. With more of them, most other faults would
 * not be reached.
 */
const ENDING_AT_ONCE = 2;

/** Number of times that an injection whose request was not sent is postponed. */
const CHANCES = 6;

/**
 * Plays injections in consecutive lives of the stack until each was played. One life plays as many injections as
 * different requests allow.
 * @param isOver called before each life; the remaining injections are skipped if it returns true
 */
export async function runCampaign(
  deployment: StackDeployment,
  reference: Reference,
  injections: readonly Injection[],
  seed: number,
  isOver: (lives: number) => boolean = () => false,
  tell: (line: string) => void = () => undefined,
): Promise<CampaignResult> {
  const pending = new Pending(injections, seed);
  const struck: Injection[] = [];
  const audits: Audit[] = [];
  const findings: Finding[] = [];
  let lives = 0;
  while (!pending.isEmpty && !isOver(lives)) {
    lives += 1;
    await using life = await FaultedLife.start(deployment);
    for (const phase of PHASES) {
      const chosen = pending.choose(phase);
      const run = await life.phase(phase, ({ text }) => chosen.get(text)?.fault, reference.declared.get(phase));
      const played = run.struck.flatMap(({ place }) => chosen.get(place.text) ?? []);
      pending.played(chosen, new Set(played));
      struck.push(...played);
      audits.push(run.audit);
      if (isClean(run.audit) && run.complaints.length === 0) {
        continue;
      }
      findings.push({ life: lives, phase, injections: played, audit: run.audit, complaints: run.complaints });
      break; // later phases would find the same failure again
    }
    tell(`${deployment}, life ${lives}: ${struck.length} played, ${pending.size} to go, ${findings.length} findings`);
  }
  return { lives, struck, unreached: pending.all, audits, findings };
}

/** Plays exactly these injections in one life. */
export async function replay(
  deployment: StackDeployment,
  reference: Reference,
  injections: readonly Injection[],
): Promise<readonly Finding[]> {
  const { findings } = await runCampaign(deployment, reference, injections, 1, (lives) => lives > 0);
  return findings;
}

/** The remaining injections. */
class Pending {
  readonly #random: () => number;
  readonly #chances = new Map<Injection, number>();
  #open: readonly Injection[];

  constructor(injections: readonly Injection[], seed: number) {
    this.#random = seededRandom(seed);
    this.#open = this.#shuffled(injections);
  }

  get isEmpty(): boolean {
    return this.#open.every((injection) => this.#isSpent(injection));
  }

  get size(): number {
    return this.#open.filter((injection) => !this.#isSpent(injection)).length;
  }

  get all(): readonly Injection[] {
    return this.#open;
  }

  /** Chooses at most one injection for each request of a phase. */
  choose(phase: Phase): ReadonlyMap<string, Injection> {
    const chosen = new Map<string, Injection>();
    let ending = 0;
    for (const injection of this.#open) {
      if (injection.phase !== phase || chosen.has(injection.place) || this.#isSpent(injection)) {
        continue;
      }
      if (endsTheRun(injection) && ending++ >= ENDING_AT_ONCE) {
        continue;
      }
      chosen.set(injection.place, injection);
    }
    return chosen;
  }

  played(chosen: ReadonlyMap<string, Injection>, played: ReadonlySet<Injection>): void {
    for (const injection of chosen.values()) {
      if (!played.has(injection)) {
        this.#chances.set(injection, (this.#chances.get(injection) ?? 0) + 1);
      }
    }
    // Injections that were not reached are tried last, so that others do not prevent them again.
    const rest = this.#open.filter((injection) => !played.has(injection));
    const missed = new Set(rest.filter((injection) => chosen.get(injection.place) === injection));
    this.#open = [...rest.filter((injection) => !missed.has(injection)), ...missed];
  }

  #isSpent(injection: Injection): boolean {
    return (this.#chances.get(injection) ?? 0) >= CHANCES;
  }

  #shuffled(injections: readonly Injection[]): readonly Injection[] {
    return injections
      .map((injection) => ({ injection, place: this.#random() }))
      .sort((one, other) => one.place - other.place)
      .map(({ injection }) => injection);
  }
}
