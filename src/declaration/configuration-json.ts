import { isPlainObject } from "./field";

export type BlockArguments = Readonly<Record<string, unknown>>;

/** Returns the blocks of one type in a section such as `resource`, with their names. */
export function blocksOf(section: unknown, type: string): readonly (readonly [name: string, block: BlockArguments])[] {
  const named = isPlainObject(section) && Object.hasOwn(section, type) ? section[type] : undefined;
  if (!isPlainObject(named)) {
    return [];
  }
  // A block can be wrapped in a list of one element.
  return Object.entries(named).flatMap(([name, block]) =>
    [block].flat().flatMap((body) => (isPlainObject(body) ? [[name, body] as const] : [])),
  );
}

export interface TilePlace {
  readonly board: string;
  readonly key: string;
}

/** Returns the dashboard and the key in an expression such as `clickstack_dashboard.NAME.tile_ids["KEY"]`. */
export function tilePlaceOf(expression: string): TilePlace | undefined {
  const [, board, key] =
    /^(?:\$\{)?(clickstack_dashboard\.[\w-]+)\.tile_ids\[\\?"(.+?)\\?"\]\}?$/.exec(expression.trim()) ?? [];
  return board !== undefined && key !== undefined ? { board, key } : undefined;
}

/** Returns the address of the object in a reference to its id, such as `${data.clickstack_webhook.slack.id}`. */
export function addressInReference(expression: string): string | undefined {
  return /^(?:\$\{)?((?:data\.)?clickstack_\w+\.[\w-]+)\.id\}?$/.exec(expression.trim())?.[1];
}
