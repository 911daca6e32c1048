import { splitColumns } from "../../drawing";

/** A column with an alias. */
const ALIASED = /^([\s\S]+?)\s+as\s+["`]?([A-Za-z_]\w*)["`]?$/i;

/** Returns the aliases in a list of columns that a text uses, with their SQL. */
export function usedAliases(columns: string, text: string): readonly (readonly [name: string, sql: string])[] {
  return splitColumns(columns).flatMap((column) => {
    const [, sql, name] = ALIASED.exec(column) ?? [];
    const isUsed = name !== undefined && sql !== name && new RegExp(`\\b${name}\\b`).test(text);
    return isUsed && sql !== undefined ? [[name, sql] as const] : [];
  });
}
