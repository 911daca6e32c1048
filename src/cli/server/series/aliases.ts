import { splitColumns } from "../../../split-columns";

/** The alias at the end of a column. */
const ALIAS = /(?<=\S)\s+as\s+["`]?([A-Za-z_]\w*)["`]?$/i;

/** Returns the aliases in a list of columns that a text uses, with their SQL. */
export function usedAliases(columns: string, text: string): readonly (readonly [name: string, sql: string])[] {
  const words = new Set(text.match(/\w+/g));
  return splitColumns(columns).flatMap((column) => {
    const [, name = ""] = ALIAS.exec(column) ?? [];
    const sql = column.replace(ALIAS, "");
    return words.has(name) && sql !== name ? [[name, sql] as const] : [];
  });
}
