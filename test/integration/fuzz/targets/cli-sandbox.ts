import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { main } from "../../../../src/cli/main";
import { EXPORTED, exportedText } from "../../../support/exported-dashboards";
import type { ProcessResult } from "../../../support/run-process";

const FILES: Readonly<Record<string, string>> = {
  empty: "",
  text: "neither JSON nor HCL\n",
  "plan.json":
    '{"format_version":"1.2","planned_values":{"root_module":{"resources":[{"type":"clickstack_dashboard"}]}}}',
  "body.json": exportedText(EXPORTED.response),
  "stack/main.tf": 'resource "clickstack_dashboard" "d" {\n',
};

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Runs the command line in this process, in a separate folder, without an engine on the PATH, credentials, or a
 * terminal.
 */
export class CliSandbox implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "fuzz-cli-"));
  readonly #from = process.cwd();

  constructor() {
    mkdirSync(join(this.#folder, "stack"));
    for (const [name, content] of Object.entries(FILES)) {
      writeFileSync(join(this.#folder, name), content);
    }
  }

  async run(words: readonly string[]): Promise<ProcessResult> {
    const kept = { environment: process.env, exitCode: process.exitCode, stdin: process.stdin, exit: process.exit };
    const output = { stdout: "", stderr: "" };
    const writes = (["stdout", "stderr"] as const).map((name) => {
      const write = process[name].write;
      process[name].write = (text: string | Uint8Array) => {
        output[name] += String(text);
        return true;
      };
      return () => {
        process[name].write = write;
      };
    });
    const listeners = SIGNALS.map((signal) => [signal, process.listeners(signal)] as const);
    process.env = { PATH: "", HOME: this.#folder };
    process.exitCode = undefined;
    process.exit = (code) => {
      throw new Error(`process.exit(${code}) was called, with the words ${JSON.stringify(words)}.`);
    };
    process.chdir(this.#folder);
    Object.defineProperty(process, "stdin", { configurable: true, value: Readable.from([]) });
    try {
      return { exitCode: await main([process.execPath, "cdk-clickstack", ...words]), ...output };
    } finally {
      for (const restore of writes) {
        restore();
      }
      for (const [signal, before] of listeners) {
        for (const added of process.listeners(signal)) {
          if (!before.includes(added)) {
            process.off(signal, added);
          }
        }
      }
      process.env = kept.environment;
      process.exitCode = kept.exitCode;
      process.exit = kept.exit;
      Object.defineProperty(process, "stdin", { configurable: true, value: kept.stdin });
      process.chdir(this.#from);
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
