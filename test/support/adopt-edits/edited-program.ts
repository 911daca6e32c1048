import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AdoptDocument } from "../../../src/cli/commands/adopt/document";
import { Emulator, seedIds } from "../../../src/emulator";
import { callCli } from "../cli/call-cli";
import { temporaryFolder } from "../constructs/synthesize";
import { environmentFor } from "../environment";
import { runProcess } from "../run-process";
import { listed, ui } from "../ui";
import { fileOf } from "./edit-case";

const ROOT = join(__dirname, "..", "..", "..");
const FIXTURE = join(ROOT, "test", "fixtures", "edited-program");
const TSX = join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");
const STACK = join("cdktf.out", "stacks", "shop");

/** An object in the form of the open-source API. */
export type Body = Record<string, unknown> & { tiles: Tile[] };

export type Tile = Record<string, unknown> & { name: string; config: Record<string, unknown> };

/** Edits that a user makes in the UI. */
export interface Edit {
  /** Name of the file in `boards`, without extension. Its dashboard has the same id. */
  readonly board: string;
  /** Changes the dashboard. */
  readonly dashboard?: (body: Body) => void;
  /** Changes an object of another type by its name, such as `alerts`. */
  readonly object?: readonly [kind: string, name: string, change: (body: Record<string, unknown>) => void];
  /** Title of a tile on which the user adds an alert. */
  readonly alertOn?: string;
  /** Texts that another person replaces in the code before the command runs. */
  readonly code?: readonly (readonly [old: string, wanted: string])[];
}

/** The program after `adopt --write`, and what the command and the next plan reported for one edit. */
export interface Outcome {
  /** Texts of the files in `boards`. */
  readonly texts: ReadonlyMap<string, string>;
  /** Each as `address prop`. */
  readonly adopted: readonly string[];
  /** Each as `file:line prop: reason`. */
  readonly notAdopted: readonly string[];
  /** Addresses that the plan changes. */
  readonly planned: readonly string[];
}

/** Replaces texts. Each of them must occur in the original text. */
export function replaced(text: string, replacements: readonly (readonly [old: string, wanted: string])[]): string {
  return replacements.reduce((before, [old, wanted]) => {
    const after = before.replace(old, () => wanted);
    expect({ old, isFound: after !== before }).toEqual({ old, isFound: true });
    return after;
  }, text);
}

/** Numbers that name the copies of `plain.ts`, which is the board with the most edits. */
export const COPIES = [2, 3, 4, 5, 6];

function withCopies(main: string): string {
  return COPIES.reduce(
    (text, number) =>
      text
        .replace("const app", `import { declarePlain as declarePlain${number} } from "./boards/plain${number}.ts";\n$&`)
        .replace("app.synth", `declarePlain${number}(stack, sources);\n$&`),
    main,
  );
}

/** Returns the original text of a file in `boards`. */
export function originalOf(file: string): string {
  return readFileSync(join(FIXTURE, "boards", file), "utf8");
}

/** A program with many dashboards, which is applied once. Each round of edits starts with the applied objects. */
export class EditedProgram {
  readonly folder = temporaryFolder();
  readonly #applied = join(temporaryFolder(), "state.json");

  path(file: string): string {
    return join(this.folder, file);
  }

  /** Copies the program and applies it. */
  async start(): Promise<void> {
    cpSync(FIXTURE, this.folder, { recursive: true });
    mkdirSync(this.path("checked"));
    cpSync(join(FIXTURE, "boards", "sources.ts"), this.path(join("checked", "sources.ts")));
    writeFileSync(join(this.folder, "cdktf.json"), JSON.stringify({ app: `${process.execPath} ${TSX} main.ts` }));
    writeFileSync(join(this.folder, "main.ts"), withCopies(readFileSync(join(FIXTURE, "main.ts"), "utf8")));
    this.#resetBoards();
    mkdirSync(join(this.folder, "node_modules"));
    symlinkSync(ROOT, join(this.folder, "node_modules", "cdk-clickstack"));
    for (const name of ["cdktn", "constructs", "@types"]) {
      symlinkSync(join(ROOT, "node_modules", name), join(this.folder, "node_modules", name));
    }
    await this.#withEmulator(this.#applied, async (emulator) => {
      await this.#run(emulator, ".", process.execPath, TSX, "main.ts");
      await this.#run(emulator, STACK, "terraform", "init", "-no-color");
      await this.#run(emulator, STACK, "terraform", "apply", "-auto-approve", "-no-color");
    });
  }

  /** Makes edits of different boards, adopts them, and plans. Before the edits, the program has its original state. */
  async adopt(edits: readonly Edit[]): Promise<readonly Outcome[]> {
    this.#resetBoards();
    const state = join(temporaryFolder(), "state.json");
    copyFileSync(this.#applied, state);
    return this.#withEmulator(state, async (emulator) => {
      const numbers = new Map<string, number>();
      const boards: string[] = [];
      for (const edit of edits) {
        const number = (numbers.get(edit.board) ?? 0) + 1;
        numbers.set(edit.board, number);
        const board = number === 1 ? edit.board : `${edit.board}${number}`;
        boards.push(board);
        this.#editCode(board, edit.code ?? []);
        await makeEdit(emulator, { ...edit, board });
      }
      const { exitCode, stdout, stderr } = await this.#cli(
        emulator,
        "adopt",
        "--write",
        "--json",
        "--include-unmanaged",
      );
      if (exitCode === 1) {
        throw new Error(stderr);
      }
      const document = JSON.parse(stdout) as AdoptDocument;
      const planned = await this.#plan(emulator);
      return boards.map((board) => this.#outcomeOf(board, document, planned));
    });
  }

  #outcomeOf(board: string, { objects }: AdoptDocument, planned: readonly string[]): Outcome {
    const isOf = (address: string) => new RegExp(`^clickstack_[a-z_]+\\.${board}(-|$)`).test(address);
    const own = objects.filter(({ address }) => isOf(address));
    return {
      texts: this.#readBoards(board),
      adopted: own.flatMap(({ address, adopted }) => adopted.map((prop) => `${address} ${prop}`)),
      notAdopted: own.flatMap(({ notAdopted }) =>
        notAdopted.map(
          ({ prop, file, line, reason }) => `${file?.replace(/\d(?=\.ts$)/, "")}:${line} ${prop}: ${reason}`,
        ),
      ),
      planned: planned.filter(isOf),
    };
  }

  #editCode(board: string, replacements: NonNullable<Edit["code"]>): void {
    if (replacements.length > 0) {
      const file = join(this.folder, "boards", fileOf(board));
      writeFileSync(file, replaced(readFileSync(file, "utf8"), replacements));
    }
  }

  #resetBoards(): void {
    const folder = join(this.folder, "boards");
    cpSync(join(FIXTURE, "boards"), folder, { recursive: true });
    for (const number of COPIES) {
      writeFileSync(
        join(folder, `plain${number}.ts`),
        originalOf("plain.ts").replace(/\b([pP]lain)"/g, `$1${number}"`),
      );
    }
  }

  /** Returns the files of the boards. The file of a copy has the name and the texts of the original. */
  #readBoards(board: string): ReadonlyMap<string, string> {
    const folder = join(this.folder, "boards");
    const files = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")] as const);
    const number = /\d$/.exec(board)?.[0];
    return new Map(
      files.flatMap(([file, text]) => {
        if (!/\d\.ts$/.test(file)) {
          return number === undefined || file !== "plain.ts" ? [[file, text] as const] : [];
        }
        return file === `${board}.ts`
          ? [[file.replace(/\d/, ""), text.replaceAll(new RegExp(`\\b([pP]lain)${number}`, "g"), "$1")] as const]
          : [];
      }),
    );
  }

  async #plan(emulator: Emulator): Promise<readonly string[]> {
    const output = await this.#run(emulator, STACK, "terraform", "plan", "-json", "-lock=false");
    const messages = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string; change?: { action: string; resource: { addr: string } } });
    return messages.flatMap(({ type, change }) => (type === "planned_change" && change ? [change.resource.addr] : []));
  }

  async #cli(emulator: Emulator, ...words: readonly string[]) {
    const start = process.cwd();
    process.chdir(this.folder);
    try {
      return await callCli(words, environmentOf(emulator));
    } finally {
      process.chdir(start);
    }
  }

  async #run(emulator: Emulator, folder: string, program: string, ...args: readonly string[]): Promise<string> {
    const options = { cwd: join(this.folder, folder), environment: environmentOf(emulator) };
    const { exitCode, stdout, stderr } = await runProcess(program, args, options);
    if (exitCode !== 0) {
      throw new Error(stdout + stderr);
    }
    return stdout;
  }

  async #withEmulator<R>(stateFile: string, use: (emulator: Emulator) => Promise<R>): Promise<R> {
    const emulator = new Emulator({ limits: false, stateFile });
    await emulator.start();
    try {
      return await use(emulator);
    } finally {
      await emulator.stop();
    }
  }
}

async function makeEdit(emulator: Emulator, { board, dashboard, object, alertOn }: Edit): Promise<void> {
  if (dashboard) {
    await change(emulator, ["dashboards", titleOf(board), dashboard as (body: Record<string, unknown>) => void]);
  }
  if (object) {
    await change(emulator, object);
  }
  if (alertOn !== undefined) {
    await addAlert(emulator, board, alertOn);
  }
}

async function addAlert(emulator: Emulator, board: string, title: string): Promise<void> {
  const found = (await listed(emulator, "dashboards")).find(({ name }) => name === titleOf(board)) as Body | undefined;
  await ui(emulator, "POST", "/api/v2/alerts", {
    source: "tile",
    dashboardId: found?.id,
    tileId: found?.tiles.find(({ name }) => name === title)?.id,
    name: `${board} high`,
    interval: "1h",
    threshold: 7,
    thresholdType: "above",
    channel: { type: "webhook", webhookId: seedIds.slackWebhook },
  });
}

async function change(emulator: Emulator, [kind, name, edit]: NonNullable<Edit["object"]>): Promise<void> {
  const found = (await listed(emulator, kind)).find((each) => each.name === name);
  const { id, createdAt: _, updatedAt: __, state: ___, ...body } = found ?? {};
  edit(body);
  await ui(emulator, "PUT", `/api/v2/${kind}/${String(id)}`, body);
}

function titleOf(board: string): string {
  const titles: Record<string, string> = { json: "Legacy", helpers: "Helpers of shop", service: "Service" };
  return titles[board] ?? board.charAt(0).toUpperCase() + board.slice(1);
}

function environmentOf(emulator: Emulator): Record<string, string | undefined> {
  return {
    ...environmentFor(emulator.endpoints),
    CHECKPOINT_DISABLE: "1",
    TF_CLI_CONFIG_FILE: undefined,
    NODE_OPTIONS: undefined,
  };
}
