import type { DeclaredFields } from "../../../declaration/field";
import { referencesIn } from "../../../declaration/references";
import { objectShapeOf, type Shape, shapeOf } from "../../../declaration/shape";
import { dashboardFilter } from "../filter";
import { tileField } from "../tiles/tile";

export const TILE_SHAPE = objectShapeOf(tileField);
export const FILTER_SHAPE = shapeOf(dashboardFilter);

export type NamedType = "sources" | "connections" | "dashboards";

/** Target of a click on a tile. */
export type DashboardTarget =
  | { readonly mode: "id"; readonly id: string }
  | { readonly mode: "template"; readonly template: string };

/** Replacements for the ids and names in a body. */
export interface References {
  readonly source: (written: string) => string;
  readonly connection: (written: string) => string;
  /** A dashboard can be referred to by its name and need not exist yet. */
  readonly dashboardTarget: (written: string) => DashboardTarget;
  /** Returns a value in a form in which every text stays unchanged. */
  readonly toVerbatim: <T>(value: T) => T;
}

/** Reports every object that a tile or filter refers to. */
export function mentions(
  shape: Shape,
  declared: DeclaredFields,
  mention: (type: NamedType, written: string) => void,
): void {
  for (const { type, value } of referencesIn(shape, declared)) {
    if (typeof value === "string") {
      mention(`${type}s` as NamedType, value);
    }
  }
}

/** Returns a tile or filter with replaced ids and names. */
export function withReferences(shape: Shape, declared: DeclaredFields, references: References): DeclaredFields {
  const { toVerbatim, source, connection, dashboardTarget } = references;
  return referencesIn(shape, declared).reduce<unknown>((changed, { path, type, value }) => {
    if (typeof value !== "string") {
      return changed;
    }
    return type === "dashboard"
      ? replacePart(changed, path.slice(0, -1), dashboardTarget(value))
      : replacePart(changed, path, type === "connection" ? connection(value) : source(value));
  }, toVerbatim(declared)) as DeclaredFields;
}

function replacePart(whole: unknown, [step, ...rest]: readonly (string | number)[], part: unknown): unknown {
  if (step === undefined) {
    return part;
  }
  if (Array.isArray(whole)) {
    return whole.with(Number(step), replacePart(whole[Number(step)], rest, part));
  }
  const fields = whole as DeclaredFields;
  return { ...fields, [step]: replacePart(fields[step], rest, part) };
}
