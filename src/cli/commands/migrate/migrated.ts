import type { DeclaredFields } from "../../../declaration/field";
import type { MigrateResult } from "./document";
import type { Migration } from "./settings";

/** The result for one panel or rule. */
export interface Outcome extends Omit<MigrateResult["results"][number], "path" | "line"> {
  /** The object of the program, with the key of the tile. Undefined for a left out object. */
  readonly target?: { readonly id: string; readonly tileKey?: string };
}

/** An object of the generated program. */
export interface MigratedObject {
  readonly type: "dashboard" | "alert" | "webhook";
  /** Id in the form of the servers. The same input has the same id in each run. */
  readonly id: string;
  readonly name: string;
  readonly fields: DeclaredFields;
  /** Ids of the tiles, by key. For dashboards. */
  readonly tileIds?: Readonly<Record<string, string>>;
  /** Title of the dashboard folder or rule group, which becomes a file. */
  readonly group: string;
  /** Comment above the object: left out panels and rules with their originals. */
  readonly remark?: string;
}

/** Thrown if a panel, a query or a rule cannot be converted. The message is the reason, as a sentence. */
export class LeftOutError extends Error {}

/** Choices of the user and facts about the server. The files of the dashboards and rules only read it. */
export type MigrateContext = Omit<Migration, "records" | "missing">;

export const joinedResults = (all: readonly Converted[]): Converted => ({
  objects: all.flatMap(({ objects }) => objects),
  outcomes: all.flatMap(({ outcomes }) => outcomes),
  notes: all.flatMap(({ notes }) => notes),
});

export interface Converted {
  readonly objects: readonly MigratedObject[];
  readonly outcomes: readonly Outcome[];
  /** Sentences for the user about decisions and secrets. */
  readonly notes: readonly string[];
}
