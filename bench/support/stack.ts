import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Engine, runEngine } from "../../src/cli/engine/engine";
import { findEngine } from "../../src/cli/engine/find-engine";
import { placeExecutable, placeProvider } from "../../src/install/place-provider";
import { thisPlatform } from "../../src/install/provider-executable";
import type { ProviderSchemas } from "./go-provider/build";
import { measureExecutable, takeMeasuredMs } from "./measured-provider";

const REQUIREMENT = `terraform {
  required_providers {
    clickstack = { source = "cdk-clickstack/clickstack" }
  }
}
`;

/** A folder with a configuration in which the real engine runs. */
export class Stack {
  readonly engine: Engine = findEngine();
  readonly folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #cpuLog: string;

  constructor(folder: string, environment: Readonly<Record<string, string>> = {}) {
    mkdirSync(folder, { recursive: true });
    this.folder = folder;
    this.#environment = environment;
    this.#cpuLog = join(folder, "provider-cpu-times");
  }

  write(hcl: string): void {
    writeFileSync(join(this.folder, "main.tf"), hcl);
  }

  /** Selects the stack's provider and initializes again, because the lock file contains the hash of the executable. */
  async useProvider(executable: string): Promise<void> {
    placeExecutable(executable, this.folder, thisPlatform());
    await this.#initialize();
  }

  /** Selects the placed provider of a synthesis: a launcher of the native executable. */
  async usePlacedProvider(executable: string): Promise<void> {
    placeProvider(this.folder, { executableOf: () => executable });
    await this.#initialize();
  }

  /** Selects a provider whose CPU time `takeProviderCpuMs` returns. Windows has no shell for it. */
  async useMeasuredProvider(executable: string): Promise<void> {
    placeExecutable(executable, this.folder, thisPlatform());
    if (process.platform !== "win32") {
      const plugins = join(this.folder, "terraform.d", "plugins");
      const files = readdirSync(plugins, { recursive: true, encoding: "utf8" });
      const placed = files.filter((file) => basename(file).startsWith("terraform-provider-"));
      for (const file of placed) {
        measureExecutable(join(plugins, file), this.#cpuLog);
      }
    }
    await this.#initialize();
  }

  /** Returns the CPU time of the provider's processes since the last call. Undefined if it is not measured. */
  takeProviderCpuMs(): number | undefined {
    return takeMeasuredMs(this.#cpuLog);
  }

  async #initialize(): Promise<void> {
    writeFileSync(join(this.folder, "requirement.tf"), REQUIREMENT);
    writeFileSync(join(this.folder, ".terraform.lock.hcl"), "");
    await this.run("init", "-no-color");
  }

  /** Returns the schemas of the placed provider. */
  async schemas(): Promise<ProviderSchemas> {
    const { provider_schemas: all } = JSON.parse(await this.#output("providers", "schema", "-json")) as {
      readonly provider_schemas: Readonly<Record<string, ProviderSchemas>>;
    };
    const [schemas] = Object.values(all);
    if (!schemas) {
      throw new Error("The stack has no provider.");
    }
    return schemas;
  }

  /** Runs the engine. Returns its milliseconds. Throws with its output if the exit code is not 0. */
  async run(...args: readonly string[]): Promise<number> {
    const startedAt = performance.now();
    await this.#output(...args);
    return performance.now() - startedAt;
  }

  async #output(...args: readonly string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await runEngine(this.engine, args, {
      workingDirectory: this.folder,
      environment: this.#environment,
    });
    if (exitCode !== 0) {
      throw new Error(`${args.join(" ")} ended with ${exitCode}:\n${stdout}${stderr}`);
    }
    return stdout;
  }

  apply(): Promise<number> {
    return this.run("apply", "-auto-approve", "-no-color");
  }

  /** Plans, and throws if the plan has changes. */
  planWithoutChanges(): Promise<number> {
    return this.run("plan", "-detailed-exitcode", "-no-color");
  }
}
