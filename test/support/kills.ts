import { copyFileSync, existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Audit } from "./audit";
import type { EngineProcess } from "./engine-process";
import type { Reference } from "./fault-campaign";
import type { Exchange } from "./fault-proxy";
import { FaultedLife, PHASES, type Phase, type Place } from "./faulted-life";
import type { StackDeployment } from "./mixed-stack";
import { kindOf, type NamedRequest, type RequestNames, textOf } from "./request-names";
import { seededRandom } from "./seeded-random";

/** Ways in which a run ends too early. */
export const MODES = [
  "provider killed",
  "engine and provider killed",
  "interrupted",
  "interrupted twice",
  "server gone",
] as const;
export type Mode = (typeof MODES)[number];

/** Outcome of a request in progress: the server receives it, or it is lost. */
type Fate = "let through" | "dropped";

interface Kill {
  readonly phase: Phase;
  readonly mode: Mode;
  /** Returns the requests in progress at the end as text. */
  readonly underWay: ReadonlyMap<string, Fate>;
}

export interface KillResult {
  readonly kill: Kill;
  readonly audit: Audit;
  readonly complaints: readonly string[];
}

export function killText({ phase, mode, underWay }: Kill): string {
  return `${phase}, ${mode} at ${[...underWay].map(([place, fate]) => `${place} (${fate})`).join(", ")}`;
}

/** Runs all previous phases, the phase with the kill, another run, a plan, and an audit. */
export async function survive(deployment: StackDeployment, reference: Reference, kill: Kill): Promise<KillResult> {
  await using life = await FaultedLife.start(deployment);
  for (const phase of PHASES.slice(0, PHASES.indexOf(kill.phase))) {
    await life.advance(phase);
  }
  life.declare(kill.phase);
  const missed = await runAndKill(life, kill);
  const after = await life.phase(kill.phase, () => undefined, reference.declared.get(kill.phase));
  const complaints = missed.length > 0 ? [`The run ended before it came to ${missed.join(", ")}`] : [];
  return { kill, audit: after.audit, complaints: [...complaints, ...after.complaints] };
}

/**
 * Runs the phase until the requests are in progress, ends it, and decides the outcome of each request. Returns the
 * requests that were not sent.
 */
async function runAndKill(life: FaultedLife, { phase, mode, underWay }: Kill): Promise<readonly string[]> {
  using holding = new Holding(life, underWay);
  await using engine = life.workspace.start(
    phase === "destroy" ? "destroy" : "apply",
    "-auto-approve",
    "-no-color",
    "-parallelism=30",
  );
  await Promise.race([holding.complete, engine.ended]);
  const missed = holding.missing;
  if (missed.length > 0) {
    return missed;
  }
  const providers = engine.providers();
  if (mode === "server gone") {
    await life.proxy.refuse();
    holding.release();
  } else {
    await end(engine, mode, () => holding.release());
  }
  await engine.ended;
  await engine.providersGone(providers);
  holding.release();
  await life.proxy.reopen();
  await life.proxy.settled();
  life.proxy.handle = (exchange) => exchange.pass();
  restoreState(life.workspace.folder, mode);
  return missed;
}

/**
 * Restores the backup of a local state, as a user does when Terraform leaves an empty state after two interrupts. This
 * test always restores it. If there is no backup, the run started without a state.
 */
function restoreState(folder: string, mode: Mode): void {
  const state = join(folder, "terraform.tfstate");
  if (!existsSync(state) || (statSync(state).size > 0 && mode !== "interrupted twice")) {
    return;
  }
  const backup = `${state}.backup`;
  if (existsSync(backup)) {
    copyFileSync(backup, state);
  } else {
    rmSync(state);
  }
}

async function end(engine: EngineProcess, mode: Exclude<Mode, "server gone">, release: () => void): Promise<void> {
  if (mode === "provider killed") {
    return engine.killProviders();
  }
  if (mode === "engine and provider killed") {
    return engine.killAll();
  }
  engine.interrupt();
  await engine.prints("Interrupt received");
  if (mode === "interrupted twice") {
    engine.interrupt();
    await engine.ended;
  }
  // The engine waits for the requests in progress.
  release();
}

/** Holds requests until all wanted requests are in progress, and forwards the others. */
class Holding implements Disposable {
  readonly #names: RequestNames;
  readonly #wanted: ReadonlyMap<string, Fate>;
  readonly #held = new Set<string>();
  readonly #released: Promise<void>;
  readonly complete: Promise<void>;
  /** The write that is forwarded so that the others are sent. */
  #passed: string | undefined;
  #gateIsOpen = false;
  #release: () => void = () => undefined;
  #whenComplete: () => void = () => undefined;

  constructor(life: FaultedLife, wanted: ReadonlyMap<string, Fate>) {
    this.#wanted = wanted;
    this.#names = life.names;
    this.complete = new Promise((resolve) => {
      this.#whenComplete = resolve;
    });
    this.#released = new Promise((resolve) => {
      this.#release = resolve;
    });
    life.proxy.handle = (exchange) => this.#handle(exchange);
  }

  get missing(): readonly string[] {
    return [...this.#wanted.keys()].filter((text) => !this.#held.has(text) && text !== this.#passed);
  }

  release(): void {
    this.#release();
  }

  [Symbol.dispose](): void {
    this.release();
  }

  /** A client sends no further request to an open-source server until the first response contains the rate limit. */
  #opensTheGate({ request }: Exchange, { operation }: NamedRequest): boolean {
    return (
      this.#wanted.size > 1 && !this.#gateIsOpen && request.deployment === "open_source" && WRITES.includes(operation)
    );
  }

  async #handle(exchange: Exchange): Promise<void> {
    const named = this.#names.of(exchange.request);
    const text = textOf(named);
    if (this.#opensTheGate(exchange, named)) {
      this.#gateIsOpen = true;
      this.#passed = text;
    }
    if (this.#passed === text) {
      return exchange.pass();
    }
    const fate = this.#held.has(text) ? undefined : this.#wanted.get(text);
    if (fate === undefined) {
      return exchange.pass();
    }
    this.#held.add(text);
    if (this.missing.length === 0) {
      this.#whenComplete();
    }
    await this.#released;
    if (fate === "let through") {
      await exchange.pass();
    } else {
      exchange.cut();
    }
  }
}

/**
 * Returns the writes of a phase that can happen at the same time for any order of the engine. The first group depends
 * on no other write, and the second group depends on the first.
 */
function waves(phase: Phase, places: readonly Place[]): readonly (readonly string[])[] {
  const writes = places.filter(
    ({ phase: own, named, text }) => own === phase && WRITES.includes(named.operation) && text === textOf(named),
  );
  const wave = (isIn: (named: NamedRequest) => boolean) => {
    const texts = writes.filter(({ named }) => isIn(named)).map(({ text }) => text);
    // A key is created and then renamed.
    const followsItsCreate = (text: string) => texts.includes(text.replace("update", "create"));
    return texts.filter((text) => !text.startsWith("update") || !followsItsCreate(text));
  };
  if (phase === "destroy") {
    return [wave(isLast), wave((named) => BEFORE_LAST.includes(kindOf(named)))];
  }
  return [wave(isFirst), wave(isSecond)];
}

const WRITES = ["create", "update", "delete"];

/** A rotated key is written several times in sequence, and a replaced one is deleted before. */
const FOLLOWS_ANOTHER = /^update keys "Key that rotates|^create keys "Key of own material"/;

/** Returns true for an object that refers to no declared object. */
function isFirst({ operation, collection, object }: NamedRequest): boolean {
  if (operation === "delete") {
    return false;
  }
  if (collection === "webhooks" || collection === "connections") {
    return true;
  }
  if (collection === "keys") {
    return !FOLLOWS_ANOTHER.test(textOf({ operation, collection, object }));
  }
  if (collection === "saved-searches") {
    return object === "Search 3" || object === "Search 4";
  }
  return collection === "dashboards" && object !== "Board 1";
}

/** Returns true for an object that refers to objects of the first group. */
function isSecond({ operation, collection, object }: NamedRequest): boolean {
  if (operation === "delete") {
    return false;
  }
  if (collection === "alerts") {
    return object !== "Alert on tile 1" && !/search [12]$/.test(object);
  }
  return collection === "sources";
}

/** Returns true for an object to which no other object refers. */
const isLast = ({ collection }: NamedRequest) => collection === "alerts";
const BEFORE_LAST = ["delete dashboards", "delete webhooks", "delete saved-searches"];

/**
 * Returns kills with as many requests in progress as possible, for every mode and phase. The seed decides if each
 * request is let through or dropped.
 */
export function kills(reference: Reference, seed: number): readonly Kill[] {
  const random = seededRandom(seed);
  return PHASES.flatMap((phase) =>
    waves(phase, reference.places).flatMap((texts) =>
      MODES.map((mode) => ({
        phase,
        mode,
        underWay: new Map(texts.map((text): [string, Fate] => [text, random() < 0.5 ? "let through" : "dropped"])),
      })),
    ),
  );
}

/** Returns a kill at every single request in every mode, with the request let through and dropped. */
export function killsAtEachRequest(reference: Reference): readonly Kill[] {
  return reference.places
    .filter(({ named, text }) => text === textOf(named))
    .flatMap(({ phase, text }) =>
      MODES.flatMap((mode) =>
        (["let through", "dropped"] as const).map((fate) => ({ phase, mode, underWay: new Map([[text, fate]]) })),
      ),
    );
}

/** Returns one kill of each mode, in phases that the seed selects. */
export function sampleOf(all: readonly Kill[], modes: readonly Mode[], seed: number): readonly Kill[] {
  const random = seededRandom(seed);
  return modes.flatMap((mode) => {
    const own = all.filter((kill) => kill.mode === mode);
    return own[Math.floor(random() * own.length)] ?? [];
  });
}

/** Plays a few kills at a time, and returns the result of each. */
export async function surviveAll(
  deployment: StackDeployment,
  reference: Reference,
  wanted: readonly Kill[],
  tell: (result: KillResult) => void = () => undefined,
): Promise<readonly KillResult[]> {
  const results: KillResult[] = [];
  const open = [...wanted];
  const work = async () => {
    for (let kill = open.shift(); kill !== undefined; kill = open.shift()) {
      const result = await survive(deployment, reference, kill);
      tell(result);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

const AT_ONCE = 2;
