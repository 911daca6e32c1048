import type { ObjectChange } from "./model";
import { kindOfType, rankOfType } from "./resource-kinds";

/** The changed objects of one kind. */
export interface Group {
  /** Such as `Dashboards`. */
  readonly title: string;
  readonly objects: readonly ObjectChange[];
}

/** Objects by kind, in the order of every report; within a kind they keep theirs. */
export function groupsOf(objects: readonly ObjectChange[]): readonly Group[] {
  const types = [...new Set(objects.map(({ type }) => type))].sort((a, b) => rankOfType(a) - rankOfType(b));
  return types.map((type) => ({
    title: kindOfType(type).plural,
    objects: objects.filter((object) => object.type === type),
  }));
}
