import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AdoptDocument } from "../../../src/cli/commands/adopt/document";
import type { Emulator } from "../../../src/emulator";
import { environmentFor } from "../environment";
import type { ProcessResult } from "../run-process";
import { listed, ui } from "../ui";
import { inWorkspaces, type Workspace } from "../workspace";
import { runCli } from "./run-cli";

/** A configuration in HCL in git whose objects are applied. A user edits them in the UI. */
export class HclProject {
  constructor(
    readonly emulator: Emulator,
    readonly workspace: Workspace,
  ) {}

  /** Writes the files, commits them and applies them. */
  async apply(files: Readonly<Record<string, string>>): Promise<void> {
    this.workspace.write("");
    for (const [file, text] of Object.entries(files)) {
      this.write(file, text);
    }
    this.write(".gitignore", "*\n!*.tf\n!*/\n");
    this.git("init", "-q");
    this.commit();
    await this.workspace.init();
    await this.workspace.apply();
  }

  read(file: string): string {
    return readFileSync(join(this.workspace.folder, file), "utf8");
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.workspace.folder, file)), { recursive: true });
    writeFileSync(join(this.workspace.folder, file), text);
  }

  git(...words: readonly string[]): void {
    const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    execFileSync("git", [...author, ...words], { cwd: this.workspace.folder, stdio: "pipe" });
  }

  commit(): void {
    this.git("add", "-A");
    this.git("commit", "-qm", "Configuration");
  }

  async cli(...words: readonly string[]): Promise<ProcessResult> {
    const { folder, environment } = this.workspace;
    const result = await runCli(words, {
      cwd: folder,
      environment: { ...environment, CHECKPOINT_DISABLE: "1", TF_CLI_CONFIG_FILE: undefined },
    });
    await this.workspace.hear({ args: words, ...result });
    return result;
  }

  /** Runs `adopt --json` with additional arguments. */
  async adopt(...words: readonly string[]): Promise<{ readonly exitCode: number | null } & AdoptDocument> {
    const { exitCode, stdout, stderr } = await this.cli("adopt", "--json", ...words);
    if (stdout === "") {
      throw new Error(stderr);
    }
    return { exitCode, ...(JSON.parse(stdout) as AdoptDocument) };
  }

  /** Edits an object as a user of the UI does. */
  async edit(kind: string, name: string, change: (body: Body) => void): Promise<void> {
    const found = (await listed(this.emulator, kind)).find((each) => each.name === name);
    const { id, createdAt: _, updatedAt: __, state: ___, ...body } = found as Body;
    change(body);
    await ui(this.emulator, "PUT", `/api/v2/${kind}/${String(id)}`, body);
  }
}

/** An object in the form of the open-source API. */
export type Body = Record<string, unknown> & { readonly tiles: Record<string, unknown>[] };

/** Creates a project before each test, passes it to the test, and removes it after the test. */
export function inHclProjects(hand: (project: HclProject) => void): void {
  inWorkspaces(environmentFor, ({ emulator, workspace }) => hand(new HclProject(emulator, workspace)));
}
