import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { verbatim } from "../../../../constructs/verbatim";
import { addressIn } from "../../../code/folder/folder-code";
import type { FilePlaces } from "../../../code/model/file-places";
import type { ImportModel } from "../../../code/model/import-model";
import { addressVariableOf, ofType } from "../../../code/model/imported";
import { type Engine, runEngine } from "../../../engine/engine";
import { EngineMissingError } from "../../../engine/find-engine";
import { differences } from "../../../engine/plan-json";
import type { ResourceChange } from "../../../engine/read-plan";
import type { CodeFormat, WrittenFile } from "../../../project/generated-file";
import { hasPackages } from "../../../project/project-form";
import { expectedError, inScratchFolder } from "../../../terminal/exit";
import { withProgress } from "../../../terminal/output";
import type { Difference, Verification } from "../import-document";
import { copyConfiguration, FailedStep, readConfiguration, synthesize } from "./prepare-code";

/** The code of this import and of earlier ones in a folder. */
interface ImportedCode {
  readonly folder: string;
  readonly format: CodeFormat;
  readonly model: ImportModel;
  readonly places: FilePlaces;
  /** Objects in the states of the folder: id on the server to address. */
  readonly managed: ReadonlyMap<string, string>;
}

/**
 * Verifies the code of a folder, or returns the reason why it is not verified. The plan must only import, and the next
 * plan must be empty. A temporary state replaces the configured backend. A plan with changes is not applied, so the
 * server is never changed.
 * @param verify false if the user passed `--no-verify`
 */
export async function verificationOf(
  code: ImportedCode,
  verify: boolean,
  engine: Engine | EngineMissingError,
  written: readonly WrittenFile[],
): Promise<Verification> {
  const { folder, format, model } = code;
  const { framework } = model.form;
  const skipped = (reason: string): Verification => ({ status: "skipped", reason });
  if (!verify) {
    return skipped("The verification was turned off with --no-verify.");
  }
  const conflicts = written.filter(({ status }) => status === "conflict").map(({ path }) => path);
  if (conflicts.length > 0) {
    return skipped(`There are conflicts in ${conflicts.join(", ")}. Fix: Resolve them and import again.`);
  }
  if (model.objects.length === 0) {
    return skipped("The code declares no objects.");
  }
  if (engine instanceof EngineMissingError) {
    return skipped(engine.message);
  }
  if (format === "typescript" && !hasPackages(folder, framework)) {
    return skipped(
      `The code requires ${framework}, which is not installed. Fix: Run "npm install cdk-clickstack ${framework} constructs" and import again.`,
    );
  }
  return withProgress("Verifying the code", (say) =>
    inScratchFolder(folder, ".cdk-clickstack-verify-", async (scratch) => {
      say("Reading the code");
      try {
        const directory =
          format === "typescript"
            ? await synthesize(folder, model.form, scratch, engine)
            : copyConfiguration(folder, scratch);
        return await new VerificationRun(code, engine, directory, say).run();
      } catch (error) {
        const { step, output } = expectedError(error, FailedStep);
        return { status: "failed", step, output };
      }
    }),
  );
}

type PlannedResource = Pick<ResourceChange, "address" | "mode" | "change">;

class VerificationRun {
  constructor(
    private readonly code: ImportedCode,
    private readonly engine: Engine,
    private readonly directory: string,
    private readonly say: (text: string) => void,
  ) {}

  async run(): Promise<Verification> {
    // The override has precedence over the configured backend.
    const backend = { local: { path: "verification.tfstate" } };
    this.#put("zz_verification_override.tf.json", { terraform: { backend } });
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
    const { model, managed, format } = this.code;
    const missing = model.objects
      .filter((each) => !imported.includes(managed.get(each.id) ?? ""))
      .map((each) => addressIn(format, each))
      .filter((address) => !imported.includes(address));
    return { status: "verified", engine: name, imported, missing };
  }

  async #plan(file: string): Promise<readonly PlannedResource[]> {
    await this.#run("plan", `-out=${file}`);
    const plan = JSON.parse(await this.#run("show", "-json", file)) as {
      readonly resource_changes?: readonly PlannedResource[];
    };
    return (plan.resource_changes ?? []).filter(({ mode }) => mode === "managed");
  }

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

  /** Resets environment variables that would make the engine use another folder. */
  #environment(): Readonly<Record<string, string>> {
    // No file contains the URLs of webhooks.
    const variables = ofType(this.code.model.objects, "webhook")
      .map((each) => [`TF_VAR_${addressVariableOf(each)}`, String(each.record.url ?? "")] as const)
      .filter(([name]) => !(name in process.env));
    return {
      TF_DATA_DIR: join(this.directory, ".terraform"),
      TF_WORKSPACE: "default",
      TF_PLUGIN_CACHE_DIR: "",
      TF_CLI_ARGS: "",
      TF_CLI_ARGS_init: "",
      TF_CLI_ARGS_plan: "",
      TF_CLI_ARGS_apply: "",
      ...Object.fromEntries(variables),
    };
  }

  /**
   * Adds import blocks for known objects, because users delete them after the first apply. New objects must be imported
   * by the code, because an apply would create them again.
   */
  #addMissingImports(): void {
    const { declared, imported } = readConfiguration(this.directory);
    const { format, model, managed, places } = this.code;
    const earlier = model.objects.filter((each) => !places.isAdded(each));
    const ids = new Map([
      ...[...managed].map(([id, address]) => [address, id] as const),
      ...earlier.map((each) => [addressIn(format, each), each.id] as const),
    ]);
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
