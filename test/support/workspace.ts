import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessResult } from "../../src/cli/engine/engine";
import { differences } from "../../src/cli/engine/plan-json";
import type { Emulator, Endpoints } from "../../src/emulator";
import { placeExecutable, placeProvider } from "../../src/install/place-provider";
import { thisPlatform } from "../../src/install/provider-executable";
import { startEmulator } from "./emulator/emulator-for-tests";
import { SearchedFolder } from "./searched-folder";
import { ServedProvider } from "./served-provider";

/** The provider script that `npm run build` created. */
export const PROVIDER_SCRIPT = join(__dirname, "..", "..", "dist", "provider", "terraform-provider-clickstack.js");

/** The text starts with a line break, so that a provider block before it does not change the line numbers below. */
const HEAD = `
terraform {
  required_providers {
    clickstack = { source = "cdk-clickstack/clickstack" }
  }
}
`;

/** A provider block without waits for the rate limit, for an emulator without limits. */
const UNPACED = 'provider "clickstack" { requests_per_window = 10000 }';

const PLAN_FILE = "changes.tfplan";

interface PlannedChange {
  readonly address: string;
  readonly actions: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** A folder with a configuration and the real engine. */
class EngineFolder extends SearchedFolder {
  /**
   * Writes the configuration after the provider's requirement. If it has no provider block, adds one that does not wait
   * for the rate limit.
   */
  write(hcl: string, file = "main.tf"): void {
    const provider = /^provider "clickstack"/m.test(hcl) ? "" : UNPACED;
    const text = file === "main.tf" ? provider + HEAD + hcl : hcl;
    writeFileSync(join(this.folder, file), text);
    this.wrote(file, text);
  }

  init(): Promise<string> {
    return this.must("init", "-no-color");
  }

  apply(...args: string[]): Promise<string> {
    return this.must("apply", "-auto-approve", "-no-color", ...args);
  }

  /** Applies a configuration. */
  async applyOf(hcl: string): Promise<void> {
    this.write(hcl);
    await this.prepare();
    await this.apply();
  }

  /** Plans a configuration. The plan may fail. */
  async planOf(hcl: string): Promise<ProcessResult> {
    this.write(hcl);
    await this.prepare();
    return this.plan();
  }

  /** Installs the files that the first run needs. */
  protected async prepare(): Promise<void> {
    await this.init();
  }

  /** Runs a plan that may fail. */
  plan(...args: string[]): Promise<ProcessResult> {
    return this.run("plan", "-no-color", ...args);
  }

  /** Returns the resources that a plan would change, with every value. */
  async plannedChanges(): Promise<readonly PlannedChange[]> {
    const { exitCode, stdout, stderr } = await this.plan(`-out=${PLAN_FILE}`, "-detailed-exitcode");
    if (exitCode === 0) {
      return [];
    }
    if (exitCode !== 2) {
      throw new Error(`plan ended with ${exitCode}:\n${stdout}${stderr}`);
    }
    const plan = JSON.parse(await this.must("show", "-json", PLAN_FILE)) as {
      resource_changes?: readonly { address: string; change: Omit<PlannedChange, "address"> }[];
    };
    // OpenTofu 1.11 also lists ephemeral resources.
    const unchanging = ["no-op", "read", "open"];
    return (plan.resource_changes ?? [])
      .filter(({ change }) => change.actions.some((action) => !unchanging.includes(action)))
      .map(({ address, change: { actions, before, after } }) => ({ address, actions, before, after }));
  }

  /** Applies the plan of the last `plannedChanges` or `plannedDifferences`. */
  applyPlanned(): Promise<string> {
    return this.must("apply", "-no-color", PLAN_FILE);
  }

  /** Returns `address: path` for every value that a plan would change. */
  async plannedDifferences(): Promise<readonly string[]> {
    const changes = await this.plannedChanges();
    return changes
      .flatMap(({ address, before, after }) => differences(before, after).map((path) => `${address}: ${path}`))
      .sort();
  }

  /** Returns the attributes of a resource in state. */
  async state(address: string): Promise<Record<string, unknown>> {
    const found = (await this.states()).get(address);
    if (!found) {
      throw new Error(`${address} is not in the state.`);
    }
    return found;
  }

  /**
   * Returns the attributes of all resources in the state, by address. Reads the file, which is faster than a command of
   * the engine.
   */
  async states(): Promise<ReadonlyMap<string, Record<string, unknown>>> {
    const { resources } = JSON.parse(readFileSync(join(this.folder, "terraform.tfstate"), "utf8")) as StateFile;
    return new Map(
      resources.flatMap(({ mode, type, name, instances }) =>
        instances
          .filter(({ deposed }) => deposed === undefined)
          .map(({ index_key: index, attributes }) => [
            `${mode === "data" ? "data." : ""}${type}.${name}${index === undefined ? "" : `[${JSON.stringify(index)}]`}`,
            attributes,
          ]),
      ),
    );
  }
}

/**
 * A folder in which the engine starts the built provider. It uses the native executable if one was built, because this
 * takes half the time of the script. Tests for both forms select the script.
 */
export class Workspace extends EngineFolder {
  constructor(environment: Readonly<Record<string, string>>, executable?: string) {
    super(mkdtempSync(join(tmpdir(), "clickstack-")), environment);
    if (executable === undefined) {
      placeProvider(this.folder);
    } else {
      placeExecutable(executable, this.folder, thisPlatform());
    }
  }
}

/**
 * A folder in which the engine uses the provider of this process. A command then takes a third of the CPU time, so
 * tests use it unless they need a separate process.
 */
export class ServedWorkspace extends EngineFolder {
  readonly #provider: ServedProvider;

  constructor(environment: Readonly<Record<string, string>>) {
    const folder = mkdtempSync(join(tmpdir(), "clickstack-"));
    const provider = new ServedProvider(folder, environment);
    super(folder, { ...environment, ...provider.reattachment });
    this.#provider = provider;
    // `init` creates the folder only if it installs a provider.
    mkdirSync(join(folder, ".terraform"));
  }

  /**
   * The engine does not install a served provider, so a configuration without other providers, modules and backends
   * needs no `init`.
   */
  protected override async prepare(): Promise<void> {}

  override remove(): void {
    this.#provider.close();
    super.remove();
  }

  override removeUnsearched(): void {
    this.#provider.close();
    super.removeUnsearched();
  }
}

/** The used part of version 4 of Terraform's state file. */
interface StateFile {
  readonly resources: readonly {
    readonly mode: "managed" | "data";
    readonly type: string;
    readonly name: string;
    readonly instances: readonly {
      readonly index_key?: string | number;
      readonly deposed?: string;
      readonly attributes: Record<string, unknown>;
    }[];
  }[];
}

/** An emulator without rate limits, and a folder whose provider uses it. */
interface Opened<W> {
  readonly emulator: Emulator;
  readonly workspace: W;
}

/** Creates both before each test, passes them to the test, and removes them after it. */
export function inServedWorkspaces(
  environment: (endpoints: Endpoints) => Record<string, string>,
  hand: (opened: Opened<ServedWorkspace>) => void,
): void {
  forEachTest((endpoints) => new ServedWorkspace(environment(endpoints)), hand);
}

/** Does the same with the built provider in processes of the engine. */
export function inWorkspaces(
  environment: (endpoints: Endpoints) => Record<string, string>,
  hand: (opened: Opened<Workspace>) => void,
): void {
  forEachTest((endpoints) => new Workspace(environment(endpoints)), hand);
}

function forEachTest<W extends EngineFolder>(
  open: (endpoints: Endpoints) => W,
  hand: (opened: Opened<W>) => void,
): void {
  let opened: Opened<W>;

  beforeEach(async () => {
    const emulator = await startEmulator();
    opened = { emulator, workspace: open(emulator.endpoints) };
    hand(opened);
  });

  afterEach(async () => {
    opened.workspace.remove();
    await opened.emulator.stop();
  });
}
