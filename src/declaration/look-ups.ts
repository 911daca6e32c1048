import * as z from "zod";
import { computed, optional } from "./field";
import { withRules } from "./rules";
import { type CompoundShape, compoundShapeOf, type DeclaredField, kindOf, objectsOf, type Shape } from "./shape";
import { idAndName, idOrName } from "./value-types";

/** The fields of all kinds of an object in one type. */
type Merged<D> = {
  [K in D extends unknown ? keyof D : never]: D extends unknown ? (K extends keyof D ? D[K] : never) : never;
};

type Facts<D, Omitted> = {
  [K in Exclude<keyof Merged<D>, Omitted | "id" | "name" | "otherFields" | "extraFields">]: z.ZodType<
    Merged<D>[K] | undefined,
    Merged<D>[K] | undefined
  >;
};

/**
 * Returns the fields of a declaration as a look-up shows them: every field that the server returns is computed. Objects
 * of several kinds have the fields of all kinds.
 * @param omitted fields that the look-up shows in another form
 */
export function factsOf<S extends z.ZodType, const O extends string = never>(
  declaration: S,
  ...omitted: readonly O[]
): Facts<z.input<S>, O> {
  const shape = compoundShapeOf(declaration);
  // These fields are left out: every look-up declares its id and name itself, and only resources have other fields.
  return observedFields(shape, ["id", "name", "otherFields", ...omitted]) as Facts<z.input<S>, O>;
}

/**
 * @param omitted names of fields that are left out before they are created. Creating a field costs time at every start.
 */
function observedFields(shape: CompoundShape, omitted: readonly string[] = []): Record<string, z.ZodType> {
  const objects = objectsOf(shape);
  const owners = new Map<string, { readonly field: DeclaredField; readonly kinds: readonly string[] }>();
  for (const object of objects) {
    for (const field of Object.values(object.fields)) {
      const owner = owners.get(field.name) ?? { field, kinds: [] };
      owners.set(field.name, { ...owner, kinds: [...owner.kinds, kindOf(object) ?? ""] });
    }
  }
  const versionFields = new Set<string | undefined>([...owners.values()].map(({ field }) => field.meta.sentAgainWith));
  const shown = [...owners].filter(
    ([name, { field }]) =>
      !field.meta.writeOnly && field.shape.kind !== "json" && !versionFields.has(name) && !omitted.includes(name),
  );
  return Object.fromEntries(
    shown.map(([name, { field, kinds }]) => {
      const { description, attributeName, apiName, refersTo, sensitive, since, openSourceOnly } = field.meta;
      const only = kinds.length < objects.length ? ` For ${kinds.map((kind) => `\`${kind}\``).join(", ")}.` : "";
      return [
        name,
        computed(`${description}${only}`, observed(field.shape), {
          attributeName,
          apiName,
          refersTo,
          sensitive,
          since,
          openSourceOnly,
        }),
      ];
    }),
  );
}

function observed(shape: Shape): z.ZodType {
  switch (shape.kind) {
    case "string":
      return z.string();
    case "number":
      return z.number();
    case "boolean":
      return z.boolean();
    case "list":
      return z.array(observed(shape.item));
    case "map":
      return z.record(z.string(), observed(shape.item));
    case "json":
      throw new Error("A look-up cannot show extra fields.");
    default:
      return z.object(observedFields(shape));
  }
}

/** @param facts fields that the look-up returns, and further arguments that select the object */
export function declareLookUp<F extends z.ZodRawShape>(
  noun: string,
  facts: F,
  options: Parameters<typeof idAndName>[1] = {},
) {
  return withRules(z.object({ ...idAndName(noun, options), ...facts }), idOrName);
}

/**
 * Returns the look-up of all objects of a resource type, or those that match every given filter.
 * @param list the attribute that lists the objects: the plural, such as `savedSearches`
 * @param facts fields that each entry returns
 * @param filters further filters. A fact with the name of the filter must equal its value. A fact with the plural of the
 * name must contain it.
 */
export function listLookUpOf<L extends string, F extends z.ZodRawShape, N extends z.ZodRawShape>(
  list: L,
  noun: string,
  facts: F,
  filters: N,
) {
  const plural = list.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const each = z.object({
    id: computed(`The ${noun}'s id.`, z.string()),
    name: computed(`The ${noun}'s name.`, z.string()),
    ...facts,
  });
  const all = { [list]: computed(`The ${plural}.`, z.array(each)) };
  return z.object({
    name: optional(`Lists only ${plural} with exactly this name.`, z.string().min(1)),
    nameContains: optional(
      `Lists only ${plural} whose name contains this text. Upper and lower case are equivalent.`,
      z.string().min(1),
    ),
    ...filters,
    ...(all as Record<L, (typeof all)[string]>),
  });
}
