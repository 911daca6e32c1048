import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findEngine } from "../../../../src/cli/engine/find-engine";

interface TerraformResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The real terraform in a separate folder. */
export class Terraform {
  constructor(
    readonly folder: string,
    readonly environment: NodeJS.ProcessEnv = {},
  ) {}

  write(hcl: string): void {
    writeFileSync(join(this.folder, "main.tf"), hcl);
  }

  run(...args: readonly string[]): Promise<TerraformResult> {
    const { TF_CLI_CONFIG_FILE: _, ...inherited } = process.env;
    const child = spawn(findEngine().path, [...args, "-no-color"], {
      cwd: this.folder,
      env: { ...inherited, CHECKPOINT_DISABLE: "1", TF_IN_AUTOMATION: "1", ...this.environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const stdout: string[] = [];
    const stderr: string[] = [];
    child.stdout.on("data", (chunk) => stdout.push(String(chunk)));
    child.stderr.on("data", (chunk) => stderr.push(String(chunk)));
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve({ code, stdout: stdout.join(""), stderr: stderr.join("") }));
    });
  }

  /** Runs terraform. Throws with its output if it fails. */
  async must(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(...args);
    if (code !== 0) {
      throw new Error(`terraform ${args.join(" ")} ended with ${code}\n${stdout}\n${stderr}`);
    }
    return stdout;
  }

  /** Returns the exit code of a plan: 0 without changes, 2 with changes. Throws for an error. */
  async planCode(...args: readonly string[]): Promise<number> {
    const { code, stdout, stderr } = await this.run("plan", "-detailed-exitcode", ...args);
    if (code !== 0 && code !== 2) {
      throw new Error(`terraform plan failed\n${stdout}\n${stderr}`);
    }
    return code;
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
