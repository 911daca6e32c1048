import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AuthorFiles } from "../../../src/cli/adopt/author-files";
import { type ChangedObject, editObject } from "../../../src/cli/adopt/edit-object";
import type { KnownObject } from "../../../src/cli/adopt/file-scope";
import { addImports } from "../../../src/cli/adopt/imports";
import { type PlacedConstruct, Program } from "../../../src/cli/adopt/program";
import { ProgramFile } from "../../../src/cli/adopt/program-file";
import { callOffset, literalValue, propertyName } from "../../../src/cli/adopt/syntax";

type Position = PlacedConstruct["position"];

interface Adopted {
  /** Text of the file after the edits. */
  readonly text: string;
  readonly edited: readonly string[];
  /** Each as `line: prop: reason`. */
  readonly obstacles: readonly string[];
}

/** Edits the construct with the id "x" in a program of one file. */
export function adoptInto(
  text: string,
  changed: Pick<ChangedObject, "type" | "old" | "wanted">,
  { file = "main.ts", known = [] as readonly Omit<KnownObject, keyof Position>[], counts = 1 } = {},
): Adopted {
  const folder = mkdtempSync(join(tmpdir(), "clickstack-adopt-"));
  try {
    writeFileSync(join(folder, file), text);
    const program = new Program(new AuthorFiles(folder));
    const construct = constructIn(new ProgramFile(file, text), changed);
    const placed = known.map((each) => ({ ...each, ...lookUpPosition(new ProgramFile(file, text), each.id) }));
    const { edited, obstacles } = editObject(
      { ...changed, construct },
      { program, known: placed, countAt: () => counts },
    );
    for (const source of program.sources) {
      addImports(source);
    }
    const [result] = program.editedFiles;
    return {
      text: result?.edited ?? text,
      edited: [...new Set(edited)],
      obstacles: obstacles.map(({ line, prop, reason }) => `${line}: ${prop}: ${reason}`),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function positionOf(file: ProgramFile, offset: number): Position {
  const before = file.text.slice(0, offset).split("\n");
  return { file: file.path, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Returns the positions that synthesis records for the construct "x" and its tiles. */
function constructIn(file: ProgramFile, { old }: Pick<ChangedObject, "old">): PlacedConstruct {
  const isIt = (argument: unknown) => literalValue(argument as never)?.value === "x";
  const created = file.calls.find((call) => isIt(call.arguments[1] ?? {})) ?? file.calls[0];
  const tiles = file.calls.flatMap((call): [string, Position][] => {
    const parent = file.parentOf(call);
    const isTile = file.text.slice(call.start ?? 0, call.end ?? 0).startsWith("tile.");
    if (!isTile || !parent) {
      return [];
    }
    const added = parent.type === "CallExpression" ? literalValue(parent.arguments[0] as never)?.value : undefined;
    const key = added ?? propertyName(parent);
    return typeof key === "string" ? [[key, positionOf(file, callOffset(call))]] : [];
  });
  return {
    address: "clickstack_dashboard.x",
    position: positionOf(file, created ? callOffset(created) : 0),
    tiles: new Map(tiles),
    tileKeys: Object.keys((old.tiles ?? {}) as object),
  };
}

/** Returns the position of `byName(stack, ...)` that is assigned to the constant with this name. */
function lookUpPosition(file: ProgramFile, name: string): Position {
  const declarator = file.declaratorOf(name);
  const { init } = declarator ?? {};
  const call = file.calls.find((each) => each === init);
  return positionOf(file, call ? callOffset(call) : 0);
}
