import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChangedObject, KnownObject } from "../../../src/cli/code/edits/changed-objects";
import type { EditResult } from "../../../src/cli/code/edits/edit-result";
import { Program } from "../../../src/cli/code/typescript/edit/program";
import { ProgramFile } from "../../../src/cli/code/typescript/edit/program-file";
import {
  type CallNode,
  callOffset,
  isCall,
  literalValue,
  methodOf,
  propertyName,
} from "../../../src/cli/code/typescript/edit/typescript-syntax";
import { addAlert } from "../../../src/cli/code/typescript/objects/add-alert";
import { editObject } from "../../../src/cli/code/typescript/objects/edit-object";
import { AuthorFiles } from "../../../src/cli/project/author-files";
import { type PlacedConstruct, SIDES } from "../../../src/cli/project/placed-constructs";
import type { Row } from "../../../src/constructs/layout";

type Position = PlacedConstruct["position"];

interface Adopted {
  /** Text of the file after the edits. */
  readonly text: string;
  readonly edited: readonly string[];
  /** Each as `line: prop: reason`. */
  readonly obstacles: readonly string[];
  /** Lines with comments that may describe old values. Undefined if there are none. */
  readonly comments?: readonly number[] | undefined;
}

/** Edits the construct with the id "x" in a program of one file. */
export function adoptInto(
  text: string,
  changed: Pick<ChangedObject, "type" | "old" | "wanted">,
  {
    file = "main.ts",
    known = [] as readonly Omit<KnownObject, keyof Position>[],
    counts = 1,
    ...more
  }: Partial<PlacedConstruct> & {
    readonly file?: string;
    readonly known?: readonly Omit<KnownObject, keyof Position>[];
    readonly counts?: number;
  } = {},
): Adopted {
  return inProgram(text, file, (program) => {
    const construct = { ...constructIn(new ProgramFile(file, text), changed), ...more };
    const placed = known.map((each) => ({ ...each, ...lookUpPosition(new ProgramFile(file, text), each.id) }));
    return editObject({ ...changed, construct }, { program, known: placed, countAt: () => counts });
  });
}

/** Adds alerts on tiles of the dashboard with the id "x" in a program of one file. */
export function addAlertsTo(text: string, tileKeys: readonly string[], tiles: object): Adopted {
  return inProgram(text, "main.ts", (program) => {
    const construct = constructIn(new ProgramFile("main.ts", text), { old: { tiles } as never });
    const results = tileKeys.map((tileKey, index) => {
      const alert = { id: `id${index}`, stack: "s", dashboard: construct.address, tileKey, fields: ALERT_FIELDS };
      return addAlert(alert, construct, `new-${tileKey}`, { program, known: [], countAt: () => 1 });
    });
    return {
      edited: results.flatMap(({ edited }) => edited),
      obstacles: results.flatMap(({ obstacles }) => obstacles),
    };
  });
}

const ALERT_FIELDS = { thresholdType: "above", threshold: 7, interval: "1h", channels: [] };

function inProgram(text: string, file: string, edit: (program: Program) => EditResult): Adopted {
  const folder = mkdtempSync(join(tmpdir(), "clickstack-adopt-"));
  try {
    writeFileSync(join(folder, file), text);
    const program = new Program(new AuthorFiles(folder));
    const { edited, obstacles } = edit(program);
    const [result] = program.finish();
    return {
      text: result?.edited ?? text,
      edited: [...new Set(edited)],
      comments: result?.commentLines?.length ? result.commentLines : undefined,
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
    layout: layoutIn(file, Object.keys((old.tiles ?? {}) as object), new Map(tiles)),
    references: new Map(),
  };
}

/** Returns the layout that synthesis records for tiles whose props are literals. */
function layoutIn(
  file: ProgramFile,
  keys: readonly string[],
  tiles: PlacedConstruct["tiles"],
): PlacedConstruct["layout"] {
  const rows = new Map<CallNode, Row>();
  return new Map(
    keys.map((key) => {
      const position = tiles.get(key);
      const call = position && file.callAt(position.line, position.column);
      const [props] = call?.arguments ?? [];
      const names = props?.type === "ObjectExpression" ? props.properties.map(propertyName) : [];
      const adding = call && [...file.parentsOf(call)].filter(isCall).find((each) => methodOf(each) === "addRow");
      const row = adding && (rows.get(adding) ?? rowOf(adding));
      if (adding && row) {
        rows.set(adding, row);
      }
      const sides = new Set(SIDES.filter((side) => names.includes(side)));
      return [key, { sides, ...(row && { row }) }] as const;
    }),
  );
}

function rowOf(adding: CallNode): Row {
  const [options] = adding.arguments;
  const [height] = options?.type === "ObjectExpression" ? options.properties : [];
  const value = height?.type === "ObjectProperty" ? literalValue(height.value)?.value : undefined;
  return typeof value === "number" ? { height: value } : {};
}

/** Returns the position of `byName(stack, ...)` that is assigned to the constant with this name. */
function lookUpPosition(file: ProgramFile, name: string): Position {
  const declarator = file.declaratorOf(name);
  const { init } = declarator ?? {};
  const call = file.calls.find((each) => each === init);
  return positionOf(file, call ? callOffset(call) : 0);
}
