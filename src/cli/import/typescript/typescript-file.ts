import type { GeneratedFile } from "../generated-file";

/** A file of TypeScript, and what main needs to call it. */
export interface TypeScriptFile extends GeneratedFile {
  readonly entryPoint?: EntryPoint;
}

/** The objects that a function returns, by the names that they have. */
export function returnedBy({ returns }: EntryPoint): readonly { readonly name: string; readonly id: string }[] {
  return "one" in returns ? [{ name: returns.name, id: returns.one }] : returns.several;
}

/** The function that a file exports. */
export interface EntryPoint {
  readonly functionName: string;
  /** The objects that it wants, by the names of its parameters: id on the server. */
  readonly wants: readonly { readonly name: string; readonly id: string }[];
  /** What it returns: one object, or several by name. */
  readonly returns:
    | { readonly one: string; readonly name: string }
    | { readonly several: readonly { readonly name: string; readonly id: string }[] };
}
