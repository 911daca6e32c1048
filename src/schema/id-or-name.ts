import * as z from "zod";
import { optional } from "./field";
import { objectId } from "./object-id";
import { isPresent } from "./present";
import type { Rule } from "./rule";

/** A look-up asks for an object by its id or by its name. */
export const idOrName: Rule = {
  reads: ["name", "id"],
  check: ({ id, name }) =>
    isPresent(id) === isPresent(name) ? "Look up by id or by name: give one of the two." : undefined,
};

/** The two fields that a look-up asks by. @param nameNote what else is to be said of the name. */
export function idAndName(
  noun: string,
  { id = objectId, nameNote = "" }: { id?: z.ZodType<string>; nameNote?: string } = {},
) {
  return {
    id: optional(`The ${noun}'s id. Give it or the name.`, id, { computed: true }),
    name: optional(`The ${noun}'s name. Give it or the id.${nameNote && ` ${nameNote}`}`, z.string().min(1), {
      computed: true,
    }),
  };
}
