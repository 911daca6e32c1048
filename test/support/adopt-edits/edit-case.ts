import type { Body, Edit, Tile } from "./edited-program";

/** An edit in the UI with the expected new code. */
export interface EditCase extends Edit {
  readonly name: string;
  /** Replaced parts of the files of the board. */
  readonly becomes: readonly Replacement[];
  /** Changes that are not adopted into the code: a part of the line, the prop, and the reason. */
  readonly refused: readonly Refused[];
  /** File of the refused changes in `boards`. Default: the file of the board. */
  readonly refusedIn?: string;
  /** True if the plan changes the objects of the board. Default: true if a change was refused. */
  readonly planned?: boolean;
}

/** The old and the new text in a file of the board. The third value is the name of another file. */
export type Replacement = readonly [old: string, wanted: string];
export type Refused = readonly [line: string, prop: string, reason: string];

type Change = (body: Body) => void;

/** Creates an edit of a dashboard that the code adopts. */
export function adopts(board: string, name: string, dashboard: Change, ...becomes: readonly Replacement[]): EditCase {
  return { board, name, dashboard, becomes, refused: [] };
}

/** Creates an edit of a dashboard that the code cannot adopt. */
export function refuses(board: string, name: string, dashboard: Change, ...refused: readonly Refused[]): EditCase {
  return { board, name, dashboard, becomes: [], refused };
}

/** Creates an edit of an alert or a saved search that the code adopts. */
export function adoptsObject(
  board: string,
  name: string,
  [kind, title, change]: readonly [kind: string, title: string, change: object],
  ...becomes: readonly Replacement[]
): EditCase {
  const object = [kind, title, (body: Record<string, unknown>) => Object.assign(body, change)] as const;
  return { board, name, object, becomes, refused: [] };
}

/** Returns the file that declares the tiles of a board. */
export function fileOf(board: string): string {
  const files: Readonly<Record<string, string>> = {
    common: "common.cjs",
    json: "legacy.json",
    service: "service-board.ts",
  };
  return files[board] ?? `${board}.ts`;
}

/** Returns a tile by its title. */
export function tileOf(body: Body, title: string): Tile {
  const found = body.tiles.find(({ name }) => name === title);
  if (!found) {
    throw new Error(`The dashboard has no tile ${title}: ${body.tiles.map(({ name }) => name).join(", ")}`);
  }
  return found;
}

/** Returns a change of the configuration of a tile. */
export function config(title: string, change: object): Change {
  return (body) => Object.assign(tileOf(body, title).config, change);
}

/** Returns a change of a tile outside of its configuration. */
export function frame(title: string, change: object): Change {
  return (body) => Object.assign(tileOf(body, title), change);
}

/** Returns a change of the fields of a dashboard. */
export function fields(change: object): Change {
  return (body) => Object.assign(body, change);
}

/** Returns a change that removes a tile. */
export function remove(title: string): Change {
  return (body) => {
    body.tiles = body.tiles.filter(({ name }) => name !== title);
  };
}

/** Returns a change that adds a tile below the others. */
export function add(name: string, tile: object, place: object = {}): Change {
  return (body) => {
    body.tiles.push({ name, x: 0, y: 100, w: 24, h: 3, ...place, config: tile as Tile["config"] });
  };
}

/** Returns a change of one element of a list, such as a select item of a tile. */
export function element(list: (body: Body) => unknown, index: number, change: object): Change {
  return (body) => Object.assign((list(body) as object[])[index] ?? {}, change);
}

/** Returns a change that adds an element to a list, and removes others. */
export function splice(list: (body: Body) => unknown, start: number, count: number, ...items: object[]): Change {
  return (body) => {
    (list(body) as object[]).splice(start, count, ...items);
  };
}

/** Returns a list in the configuration of a tile. */
export const inTile = (title: string, name: string) => (body: Body) => tileOf(body, title).config[name];

/** Returns a change that makes several changes. */
export function all(...changes: readonly Change[]): Change {
  return (body) => {
    for (const change of changes) {
      change(body);
    }
  };
}
