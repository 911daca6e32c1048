import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { differences } from "../../engine/differences";
import { type Engine, type EngineResult, runEngine } from "../../engine/engine";
import { inScratchFolder } from "../../frame/scratch-folder";
import type { Difference, Verification } from "../report/import-document";
import { readConfiguration } from "./configuration";
import { copyConfiguration, type Prepared, synthesise } from "./prepare";

/** An object that the code declares. */
export interface ClaimedObject {
  readonly id: string;
  /** Where the import put it. */
  readonly address: string;
  /** Where a state has it. */
  readonly movedTo: string | undefined;
  /** Whether it is new, so that the code itself has to import it. */
  readonly isAdded: boolean;
}

/** What is to be proved. */
export interface Claim {
  readonly folder: string;
  readonly format: "typescript" | "hcl";
  /** What the code of imports declares, of this one and of earlier ones. */
  readonly objects: readonly ClaimedObject[];
  /** What states of the folder manage beside that: id on the server to address. */
  readonly managed: ReadonlyMap<string, string>;
  /** Values of variables that the configuration declares. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Proves the code in a folder: its plan imports and changes nothing, and the plan after that is empty. The state of the proof is
 * thrown away, whatever backend the code names, and a plan with changes is not applied: the server stays as it is.
 */
export function verify(claim: Claim, engine: Engine, say: (text: string) => void): Promise<Verification> {
  return inScratchFolder(claim.folder, ".cdk-clickstack-verify-", async (scratch) => {
    say("Reading the code");
    const prepared =
      claim.format === "typescript"
        ? await synthesise(claim.folder, scratch, engine)
        : copyConfiguration(claim.folder, scratch);
    return "step" in prepared ? { status: "failed", ...prepared } : new Proof(claim, engine, prepared, say).run();
  });
}

interface PlannedResource {
  readonly address: string;
  readonly mode: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before: unknown;
    readonly after: unknown;
    readonly importing?: { readonly id?: string };
  };
}

class Proof {
  readonly #directory: string;

  constructor(
    private readonly claim: Claim,
    private readonly engine: Engine,
    { workingDirectory }: Extract<Prepared, { readonly workingDirectory: string }>,
    private readonly say: (text: string) => void,
  ) {
    this.#directory = workingDirectory;
  }

  async run(): Promise<Verification> {
    this.#useOwnState();
    this.#addMissingImports();
    const { name } = this.engine;
    const first = await this.#steps(["init"], ["plan", "-out=import.tfplan"], ["show", "-json", "import.tfplan"]);
    if ("step" in first) return { status: "failed", ...first };
    const planned = resourcesOf(first.stdout);
    const changes = planned.flatMap(differenceOf);
    if (changes.length > 0) return { status: "differs", engine: name, changes };
    const second = await this.#steps(
      ["apply", "import.tfplan"],
      ["plan", "-out=again.tfplan"],
      ["show", "-json", "again.tfplan"],
    );
    if ("step" in second) return { status: "failed", ...second };
    const again = resourcesOf(second.stdout).flatMap(differenceOf);
    if (again.length > 0) return { status: "differs", engine: name, changes: again };
    const imported = planned.filter(({ change }) => change.importing).map(({ address }) => address);
    const isImported = (address: string | undefined) => address !== undefined && imported.includes(address);
    const missing = this.claim.objects
      .filter(({ address, movedTo }) => !isImported(address) && !isImported(movedTo))
      .map(({ address }) => address);
    return { status: "proved", engine: name, imported, missing };
  }

  /** Runs one step after the other, as far as they end well. */
  async #steps(
    ...steps: readonly (readonly [string, ...string[]])[]
  ): Promise<EngineResult | { readonly step: string; readonly output: string }> {
    let result: EngineResult = { exitCode: 0, stdout: "", stderr: "" };
    for (const [command, ...args] of steps) {
      this.say(`Running ${this.engine.name} ${command}`);
      result = await runEngine(this.engine, [command, ...(command === "show" ? [] : ["-no-color"]), ...args], {
        workingDirectory: this.#directory,
        environment: this.#environment(),
      });
      if (result.exitCode !== 0) {
        return { step: `${this.engine.name} ${command}`, output: `${result.stdout}${result.stderr}`.trim() };
      }
    }
    return result;
  }

  /** What the user set for runs elsewhere must not lead this one out of the scratch folder. */
  #environment(): Readonly<Record<string, string>> {
    const variables = Object.entries(this.claim.variables).filter(([name]) => !(`TF_VAR_${name}` in process.env));
    return {
      TF_DATA_DIR: join(this.#directory, ".terraform"),
      TF_WORKSPACE: "default",
      TF_PLUGIN_CACHE_DIR: "",
      TF_CLI_ARGS: "",
      TF_CLI_ARGS_init: "",
      TF_CLI_ARGS_plan: "",
      TF_CLI_ARGS_apply: "",
      ...Object.fromEntries(variables.map(([name, value]) => [`TF_VAR_${name}`, value])),
    };
  }

  /** An override, so that it wins over any backend of the code. */
  #useOwnState(): void {
    const backend = { local: { path: "proof.tfstate" } };
    this.#put("zz_proof_override.tf.json", { terraform: { backend } });
  }

  /**
   * After a first apply the import blocks may be gone from the code; the proof begins with an empty state. What is new has to be imported by
   * the code: an apply would create it a second time.
   */
  #addMissingImports(): void {
    const { declared, imported } = readConfiguration(this.#directory);
    const { objects, managed } = this.claim;
    const ids = new Map([...managed].map(([id, address]) => [address, id]));
    for (const { id, address, isAdded } of objects) if (!isAdded) ids.set(address, id);
    const missing = [...ids].filter(([address]) => declared.has(address) && !imported.has(address));
    if (missing.length > 0) this.#put("zz_proof.tf.json", { import: missing.map(([to, id]) => ({ to, id })) });
  }

  #put(name: string, content: object): void {
    writeFileSync(join(this.#directory, name), JSON.stringify(content));
  }
}

function resourcesOf(stdout: string): readonly PlannedResource[] {
  const plan = JSON.parse(stdout) as { readonly resource_changes?: readonly PlannedResource[] };
  return (plan.resource_changes ?? []).filter(({ mode }) => mode === "managed");
}

function differenceOf({ address, change: { actions, before, after } }: PlannedResource): readonly Difference[] {
  if (actions.every((action) => action === "no-op")) return [];
  const paths = before === null || after === null ? [] : differences(before, after);
  return [{ address, actions: [...actions], paths }];
}
