import type { GeneratedFile } from "../generated-file";

/** A file of TypeScript, and what main needs to call it. */
export interface TypeScriptFile extends GeneratedFile {
  readonly entryPoint?: EntryPoint;
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
