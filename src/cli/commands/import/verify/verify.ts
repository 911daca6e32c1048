import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { verbatim } from "../../../../constructs/verbatim";
import type { FilePlaces } from "../../../code/model/file-places";
import type { ImportModel } from "../../../code/model/import-model";
import { addressVariableOf, ofType } from "../../../code/model/imported";
import { type Engine, runEngine } from "../../../engine/engine";
import { EngineMissingError } from "../../../engine/find-engine";
import { differences } from "../../../engine/plan-json";
import type { ResourceChange } from "../../../engine/read-plan";
import type { CodeFormat } from "../../../project/generated-file";
import { hasPackages, type ProjectForm } from "../../../project/project-form";
import { inScratchFolder } from "../../../terminal/exit";
import { withProgress } from "../../../terminal/output";
import type { Difference, Verification, WrittenFile } from "../import-document";
import { addressIn } from "../write/folder-code";
import { copyConfiguration, FailedStep, readConfiguration, synthesize } from "./prepare-code";

/** An object that the code declares. */
interface ClaimedObject {
  readonly id: string;
  /** Address in the imported code. */
  readonly address: string;
  /** Address in a state of the folder. */
  readonly movedTo: string | undefined;
  /** True if this import added it. The code must then import it. */
  readonly isAdded: boolean;
}

interface CodeToVerify {
  readonly folder: string;
  readonly format: "typescript" | "hcl";
  /** The objects that the code of this and of earlier imports declares. */
  readonly objects: readonly ClaimedObject[];
  /** Further objects in the states of the folder: id on the server to address. */
  readonly managed: ReadonlyMap<string, string>;
  /** Values of the declared variables. */
  readonly variables: Readonly<Record<string, string>>;
  readonly form: ProjectForm;
}

/**
 * Verifies the code in a folder: the plan only imports, and the next plan is empty. It uses a temporary state instead
 * of the configured backend. A plan with changes is not applied, so the server is never changed.
 */
function verify(claim: CodeToVerify, engine: Engine, say: (text: string) => void): Promise<Verification> {
  return inScratchFolder(claim.folder, ".cdk-clickstack-verify-", async (scratch) => {
    say("Reading the code");
    try {
      const directory =
        claim.format === "typescript"
          ? await synthesize(claim, scratch, engine)
          : copyConfiguration(claim.folder, scratch);
      return await new VerificationRun(claim, engine, directory, say).run();
    } catch (error) {
      if (!(error instanceof FailedStep)) {
        throw error;
      }
      return { status: "failed", step: error.step, output: error.output };
    }
  });
}

type PlannedResource = Pick<ResourceChange, "address" | "mode" | "change">;

class VerificationRun {
  constructor(
    private readonly claim: CodeToVerify,
    private readonly engine: Engine,
    private readonly directory: string,
    private readonly say: (text: string) => void,
  ) {}

  async run(): Promise<Verification> {
    this.#useOwnState();
    this.#addMissingImports();
    const { name } = this.engine;
    await this.#run("init");
    const planned = await this.#plan("import.tfplan");
    const changes = planned.flatMap(differenceOf);
    if (changes.length > 0) {
      return { status: "differs", engine: name, changes };
    }
    await this.#run("apply", "import.tfplan");
    const again = (await this.#plan("again.tfplan")).flatMap(differenceOf);
    if (again.length > 0) {
      return { status: "differs", engine: name, changes: again };
    }
    const imported = planned.filter(({ change }) => change.importing).map(({ address }) => address);
    const isImported = (address: string | undefined) => address !== undefined && imported.includes(address);
    const missing = this.claim.objects
      .filter(({ address, movedTo }) => !isImported(address) && !isImported(movedTo))
      .map(({ address }) => address);
    return { status: "verified", engine: name, imported, missing };
  }

  async #plan(file: string): Promise<readonly PlannedResource[]> {
    await this.#run("plan", `-out=${file}`);
    const plan = JSON.parse(await this.#run("show", "-json", file)) as {
      readonly resource_changes?: readonly PlannedResource[];
    };
    return (plan.resource_changes ?? []).filter(({ mode }) => mode === "managed");
  }

  /** Runs the engine and returns what it printed. */
  async #run(command: string, ...args: readonly string[]): Promise<string> {
    this.say(`Running ${this.engine.name} ${command}`);
    const words = [command, ...(command === "show" ? [] : ["-no-color"]), ...args];
    const options = { workingDirectory: this.directory, environment: this.#environment() };
    const { exitCode, stdout, stderr } = await runEngine(this.engine, words, options);
    if (exitCode !== 0) {
      throw new FailedStep(`${this.engine.name} ${command}`, `${stdout}${stderr}`.trim());
    }
    return stdout;
  }

  /** Resets variables of the user that would make the engine use another folder. */
  #environment(): Readonly<Record<string, string>> {
    const variables = Object.entries(this.claim.variables).filter(([name]) => !(`TF_VAR_${name}` in process.env));
    return {
      TF_DATA_DIR: join(this.directory, ".terraform"),
      TF_WORKSPACE: "default",
      TF_PLUGIN_CACHE_DIR: "",
      TF_CLI_ARGS: "",
      TF_CLI_ARGS_init: "",
      TF_CLI_ARGS_plan: "",
      TF_CLI_ARGS_apply: "",
      ...Object.fromEntries(variables.map(([name, value]) => [`TF_VAR_${name}`, value])),
    };
  }

  /** Writes an override, which has precedence over the configured backend. */
  #useOwnState(): void {
    const backend = { local: { path: "verification.tfstate" } };
    this.#put("zz_verification_override.tf.json", { terraform: { backend } });
  }

  /**
   * Adds import blocks for known objects, because users delete them after the first apply. New objects must be imported
   * by the code, because an apply would create them again.
   */
  #addMissingImports(): void {
    const { declared, imported } = readConfiguration(this.directory);
    const { objects, managed } = this.claim;
    const ids = new Map([...managed].map(([id, address]) => [address, id]));
    for (const { id, address, isAdded } of objects) {
      if (!isAdded) {
        ids.set(address, id);
      }
    }
    const missing = [...ids].filter(([address]) => declared.has(address) && !imported.has(address));
    if (missing.length > 0) {
      this.#put("zz_verification.tf.json", { import: missing.map(([to, id]) => ({ to, id: verbatim(id) })) });
    }
  }

  #put(name: string, content: object): void {
    writeFileSync(join(this.directory, name), JSON.stringify(content));
  }
}

function differenceOf({ address, change: { actions, before, after } }: PlannedResource): readonly Difference[] {
  if (actions.every((action) => action === "no-op")) {
    return [];
  }
  const paths = before === null || after === null ? [] : differences(before, after);
  return [{ address, actions: [...actions], paths }];
}

interface VerificationOptions {
  readonly folder: string;
  readonly format: CodeFormat;
  /** False if the user passed `--no-verify`. */
  readonly verify: boolean;
}

interface ImportedCode {
  readonly engine: Engine | EngineMissingError;
  /** The objects of this import and of earlier ones. */
  readonly model: ImportModel;
  readonly places: FilePlaces;
  /** Objects in the states of the folder: id on the server to address. */
  readonly managed: ReadonlyMap<string, string>;
  readonly written: readonly WrittenFile[];
}

/** Verifies the code of a folder, or returns the reason why it is not verified. */
export async function verificationOf(
  options: VerificationOptions,
  { engine, model, places, managed, written }: ImportedCode,
): Promise<Verification> {
  const { folder, format } = options;
  const { framework } = model.form;
  if (!options.verify) {
    return { status: "skipped", reason: "The verification was turned off with --no-verify." };
  }
  const conflicts = written.filter(({ status }) => status === "conflict").map(({ path }) => path);
  if (conflicts.length > 0) {
    const reason = `There are conflicts in ${conflicts.join(", ")}. Fix: Resolve them and import again.`;
    return { status: "skipped", reason };
  }
  if (model.objects.length === 0) {
    return { status: "skipped", reason: "The code declares no objects." };
  }
  if (engine instanceof EngineMissingError) {
    return { status: "skipped", reason: engine.message };
  }
  if (format === "typescript" && !hasPackages(folder, framework)) {
    return {
      status: "skipped",
      reason: `The code requires ${framework}, which is not installed. Fix: Run "npm install cdk-clickstack ${framework} constructs" and import again.`,
    };
  }
  const objects = model.objects.map((each) => ({
    id: each.id,
    address: addressIn(format, each),
    movedTo: managed.get(each.id),
    isAdded: places.isAdded(each),
  }));
  const claim = { folder, format, objects, managed, variables: variablesOf(model), form: model.form };
  return withProgress("Verifying the code", (say) => verify(claim, engine, say));
}

/** Values of the Terraform variables for webhook URLs, which no file contains. */
function variablesOf({ objects }: ImportModel): Readonly<Record<string, string>> {
  const webhooks = ofType(objects, "webhook");
  return Object.fromEntries(webhooks.map((each) => [addressVariableOf(each), String(each.record.url ?? "")]));
}
