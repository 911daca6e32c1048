import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { type Audit, audit } from "./audit";
import { startEmulator } from "./emulator/emulator-for-tests";
import { environmentFor, managedEnvironmentFor } from "./environment";
import { type Exchange, FaultProxy } from "./fault-proxy";
import type { Fault } from "./faults";
import { mixedStack, ownMaterial, type PreparedServer, prepareServer, type StackDeployment } from "./mixed-stack";
import { type NamedRequest, RequestNames, textOf } from "./request-names";
import { type ServerObject, serverObjects } from "./server-objects";
import { statusWith } from "./status-with";
import { Workspace } from "./workspace";

/** Phases of a stack, in this order. */
export const PHASES = ["create", "update", "destroy"] as const;
export type Phase = (typeof PHASES)[number];

/** A request of a phase, described by a text that is the same in each run. Repeated texts are numbered. */
export interface Place {
  readonly phase: Phase;
  readonly named: NamedRequest;
  readonly text: string;
}

interface Struck {
  readonly place: Place;
  readonly fault: Fault;
}

export interface PhaseRun {
  readonly places: readonly Place[];
  readonly struck: readonly Struck[];
  /** Objects on the server at the end. */
  readonly objects: readonly ServerObject[];
  readonly audit: Audit;
  /** Other problems: the second apply failed, or the plan after it is not empty. */
  readonly complaints: readonly string[];
}

/**
 * The mixed stack on a separate server, applied by the real engine and provider through the fault proxy. Each phase is
 * one run with faults, another one without faults if it failed, and a plan that must be empty.
 */
export class FaultedLife implements AsyncDisposable {
  readonly names = new RequestNames();

  private constructor(
    private readonly deployment: StackDeployment,
    readonly emulator: Emulator,
    readonly proxy: FaultProxy,
    readonly workspace: Workspace,
    private readonly prepared: PreparedServer,
  ) {
    proxy.observe = (request, response) => this.names.learn(request, response);
  }

  static async start(deployment: StackDeployment): Promise<FaultedLife> {
    const emulator = await startEmulator();
    const { openSource, managed } = emulator.endpoints;
    const prepared = await prepareServer(emulator);
    const proxy = new FaultProxy(openSource.endpoint);
    const endpoint = await proxy.start();
    const environment = deployment === "managed" ? managedEnvironmentFor : environmentFor;
    const workspace = new Workspace(
      environment({ openSource: { ...openSource, endpoint }, managed: { ...managed, endpoint } }),
    );
    const life = new FaultedLife(deployment, emulator, proxy, workspace, prepared);
    life.declare("create");
    await workspace.init();
    return life;
  }

  /** Writes the configuration of a phase. */
  declare(phase: Phase): void {
    this.workspace.write(mixedStack(this.deployment, phase === "create" ? 1 : 2, this.prepared));
  }

  /** Runs a phase without faults and without checks. */
  async advance(phase: Phase): Promise<void> {
    this.declare(phase);
    await this.workspace.must(phase === "destroy" ? "destroy" : "apply", "-auto-approve", "-no-color");
  }

  /**
   * @param faultFor returns the fault at a request, if any
   * @param declared expected objects on the server at the end. Without it, the run is the reference for other runs.
   */
  async phase(
    phase: Phase,
    faultFor: (place: Place) => Fault | undefined = () => undefined,
    declared?: readonly ServerObject[],
  ): Promise<PhaseRun> {
    this.declare(phase);
    const command = phase === "destroy" ? "destroy" : "apply";
    const run = () => this.workspace.run(command, "-auto-approve", "-no-color");
    const { places, struck, handle } = this.#playing(phase, faultFor);
    this.proxy.handle = handle;
    const first = await run();
    await this.proxy.reopen();
    await this.proxy.settled();
    this.proxy.handle = (exchange) => exchange.pass();
    const complaints: string[] = [];
    const again = async () => {
      const second = await run();
      if (second.exitCode !== 0) {
        complaints.push(`The second ${command} failed:\n${second.stderr}`);
      }
    };
    if (first.exitCode !== 0) {
      if (struck.length === 0) {
        complaints.push(`The ${command} failed without a fault:\n${first.stderr}`);
      }
      await again();
    }
    let planned = await this.#stillPlanned(phase);
    // If a new key could not be renamed, the state contains it, and a warning asks for another apply.
    if (planned.length > 0 && first.exitCode === 0 && struck.length > 0) {
      await again();
      planned = await this.#stillPlanned(phase);
    }
    complaints.push(...planned);
    const objects = await serverObjects(this.emulator, this.managedIds());
    complaints.push(...(await this.#lostSecrets(phase)));
    return { places, struck, objects, audit: audit(declared ?? objects, objects), complaints };
  }

  /** Returns the ids of everything in the state. */
  managedIds(): ReadonlySet<string> {
    return new Set(stateInstances(this.workspace.folder).map(({ id }) => String(id)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.workspace.remove();
    await this.proxy.stop();
    await this.emulator.stop();
  }

  #playing(phase: Phase, faultFor: (place: Place) => Fault | undefined) {
    const places: Place[] = [];
    const struck: Struck[] = [];
    const seen = new Map<string, number>();
    const handle = async (exchange: Exchange) => {
      const named = this.names.of(exchange.request);
      const count = (seen.get(textOf(named)) ?? 0) + 1;
      seen.set(textOf(named), count);
      const place = { phase, named, text: count === 1 ? textOf(named) : `${textOf(named)} #${count}` };
      places.push(place);
      const fault = faultFor(place);
      if (!fault) {
        return exchange.pass();
      }
      struck.push({ place, fault });
      await fault.play(exchange);
    };
    return { places, struck, handle };
  }

  /**
   * Finds secrets that were lost with a response or a run. The keys must work with the secrets in the state or in the
   * configuration.
   */
  async #lostSecrets(phase: Phase): Promise<readonly string[]> {
    if (phase === "destroy") {
      return [];
    }
    const inState = stateInstances(this.workspace.folder)
      .filter(({ secret_in_state }) => secret_in_state === true)
      .map(({ name, key_id, key_secret }) => ({ name, keyId: key_id, keySecret: key_secret }));
    const own = { name: "Key of own material", ...ownMaterial(phase === "create" ? 1 : 2) };
    const lost: string[] = [];
    for (const { name, keyId, keySecret } of [...inState, own]) {
      const status = await statusWith(this.emulator.endpoints, keyId, keySecret);
      if (status === 401) {
        lost.push(`The secret of the key "${name}" does not work.`);
      }
    }
    return lost;
  }

  /** Returns the changes that a plan still contains. */
  async #stillPlanned(phase: Phase): Promise<readonly string[]> {
    if (phase === "destroy") {
      return this.managedIds().size === 0 ? [] : ["The state is not empty after the destroy."];
    }
    const { exitCode, stdout, stderr } = await this.workspace.plan("-detailed-exitcode");
    return exitCode === 0 ? [] : [`The plan is not empty:\n${stdout}${stderr}`];
  }
}

/** Returns the attributes of everything that a local state manages. */
function stateInstances(folder: string): readonly Readonly<Record<string, unknown>>[] {
  const file = join(folder, "terraform.tfstate");
  if (!existsSync(file)) {
    return [];
  }
  const { resources } = JSON.parse(readFileSync(file, "utf8")) as {
    resources: readonly { mode: string; instances: readonly { attributes: Record<string, unknown> }[] }[];
  };
  const managed = resources.filter(({ mode }) => mode === "managed");
  return managed.flatMap(({ instances }) => instances.map(({ attributes }) => attributes));
}
