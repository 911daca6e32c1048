import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findEngine } from "../../../../src/cli/engine/find-engine";
import { type ProcessResult, runProcess } from "../../run-process";

/** The real terraform in a separate folder. */
export class Terraform {
  constructor(
    readonly folder: string,
    readonly environment: NodeJS.ProcessEnv = {},
  ) {}

  write(hcl: string): void {
    writeFileSync(join(this.folder, "main.tf"), hcl);
  }

  run(...args: readonly string[]): Promise<ProcessResult> {
    const environment = { CHECKPOINT_DISABLE: "1", TF_IN_AUTOMATION: "1", ...this.environment };
    return runProcess(findEngine().path, [...args, "-no-color"], { cwd: this.folder, environment });
  }

  /** Runs terraform. Throws with its output if it fails. */
  async must(...args: readonly string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await this.run(...args);
    if (exitCode !== 0) {
      throw new Error(`terraform ${args.join(" ")} ended with ${exitCode}\n${stdout}\n${stderr}`);
    }
    return stdout;
  }

  /** Returns the exit code of a plan: 0 without changes, 2 with changes. Throws for an error. */
  async planCode(...args: readonly string[]): Promise<number> {
    const { exitCode, stdout, stderr } = await this.run("plan", "-detailed-exitcode", ...args);
    if (exitCode !== 0 && exitCode !== 2) {
      throw new Error(`terraform plan failed\n${stdout}\n${stderr}`);
    }
    return exitCode;
  }

  /** Returns the attribute values of one resource in the state. */
  async attributes(address: string): Promise<Readonly<Record<string, unknown>>> {
    const state = JSON.parse(await this.must("show", "-json"));
    const resources: { address: string; values: Record<string, unknown> }[] =
      state.values?.root_module?.resources ?? [];
    const found = resources.find((resource) => resource.address === address);
    if (!found) {
      throw new Error(`${address} is not in the state`);
    }
    return found.values;
  }
}
