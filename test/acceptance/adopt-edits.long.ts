import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ADDED_ALERTS } from "../support/adopt-edits/added-alerts";
import { BUILDER_EDITS } from "../support/adopt-edits/builder-edits";
import { COMBINED_EDITS } from "../support/adopt-edits/combined-edits";
import { type EditCase, fileOf } from "../support/adopt-edits/edit-case";
import { COPIES, EditedProgram, type Outcome, originalOf, replaced } from "../support/adopt-edits/edited-program";
import { FORM_EDITS } from "../support/adopt-edits/form-edits";
import { PLAIN_EDITS } from "../support/adopt-edits/plain-edits";
import { STYLE_EDITS } from "../support/adopt-edits/style-edits";
import { runProcess } from "../support/run-process";

const SINGLE_EDITS = [...PLAIN_EDITS, ...BUILDER_EDITS, ...STYLE_EDITS, ...FORM_EDITS];

/** Groups edits of different boards into rounds, so that one run of the command adopts many independent edits. */
function roundsOf(edits: readonly EditCase[]): readonly (readonly EditCase[])[] {
  const rounds: EditCase[][] = [];
  for (const edit of edits) {
    const round = rounds.find((each) => each.filter(({ board }) => board === edit.board).length < slotsOf(edit.board));
    if (round) {
      round.push(edit);
    } else {
      rounds.push([edit]);
    }
  }
  return rounds;
}

function slotsOf(board: string): number {
  return board === "plain" ? 1 + COPIES.length : 1;
}

describe("the adopt command in a hand-written program", () => {
  const program = new EditedProgram();
  const rounds = [...roundsOf(SINGLE_EDITS), ...roundsOf(COMBINED_EDITS), ...roundsOf(ADDED_ALERTS)];
  const outcomes = new Map<readonly EditCase[], Promise<readonly Outcome[]>>();
  const edited: string[] = [];

  beforeAll(() => program.start());

  async function outcomeOf(edit: EditCase): Promise<Outcome> {
    const round = rounds.find((each) => each.includes(edit)) ?? [];
    const running = outcomes.get(round) ?? program.adopt(round);
    outcomes.set(round, running);
    return (await running)[round.indexOf(edit)] as Outcome;
  }

  /** Checks that the command changed or reported exactly the parts that the edit changed. */
  async function expectEdit(edit: EditCase): Promise<void> {
    const { texts, notAdopted, planned } = await outcomeOf(edit);
    const file = fileOf(edit.board);
    const before = replaced(originalOf(file), edit.code ?? []);
    const after = texts.get(file)?.replace(/(?<=importFrom\(["'])[0-9a-f]{24}/, "ID");
    expect(after).toBe(replaced(before, edit.becomes));
    const { refusedIn = file } = edit;
    const lines = (refusedIn === file ? before : originalOf(refusedIn)).split("\n");
    const refused = edit.refused.map(([part, prop, reason]) => {
      return `boards/${refusedIn}:${lines.findIndex((line) => line.includes(part)) + 1} ${prop}: ${reason}`;
    });
    expect([...notAdopted].sort()).toEqual(refused.sort());
    expect(planned.length > 0).toBe(edit.planned ?? edit.refused.length > 0);
    edited.push(texts.get(file) ?? "");
    if (file.endsWith(".ts")) {
      writeFileSync(program.path(join("checked", `edit-${edited.length}.ts`)), texts.get(file) ?? "");
    }
  }

  const named = (edits: readonly EditCase[]) => edits.map((edit) => [edit.board, edit.name, edit] as const);

  test.each(named(SINGLE_EDITS))(
    "edits the code of the board %s or reports the reason, after one edit: %s",
    (_, __, edit) => expectEdit(edit),
    600_000,
  );

  test.each(named(COMBINED_EDITS))(
    "edits the code of the board %s or reports the reasons, after several edits: %s",
    (_, __, edit) => expectEdit(edit),
    600_000,
  );

  test.each(named(ADDED_ALERTS))(
    "edits the code of the board %s or reports the reason, after one edit: %s",
    (_, __, edit) => expectEdit(edit),
    600_000,
  );

  test("writes code that compiles after every edit", async () => {
    const options = {
      strict: true,
      noEmit: true,
      noUnusedLocals: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
    };
    const compilerOptions = {
      ...options,
      target: "ES2022",
      module: "NodeNext",
      moduleResolution: "NodeNext",
      types: ["node"],
    };
    writeFileSync(
      program.path("tsconfig.json"),
      JSON.stringify({ compilerOptions, include: ["checked", "boards/sources.ts"] }),
    );
    const tsc = join(__dirname, "..", "..", "node_modules", "typescript", "bin", "tsc");
    const { stdout } = await runProcess(process.execPath, [tsc, "-p", "."], { cwd: program.folder });
    expect(stdout).toBe("");
  }, 600_000);
});
