import * as z from "zod";
import type { ReadonlyDocument } from "../../terminal/json-document";

const notAdopted = z.object({
  prop: z.string().describe("Prop or attribute, such as `tiles.errors.name`. Empty for the whole object."),
  file: z.string().optional().describe("Source file, relative to the project."),
  line: z.number().optional(),
  reason: z.string(),
});

/** Result for one object, as documents contain it. */
export const adoptedObject = z.object({
  stack: z.string(),
  address: z.string().describe("In Terraform, such as `clickstack_dashboard.checkout`."),
  adopted: z
    .array(z.string())
    .describe("Props whose code the patch changes, such as `tiles.errors.name` or `tiles.errors (removed)`."),
  notAdopted: z.array(notAdopted).describe("Changes that stay outside of the code."),
});

export type AdoptedObject = ReadonlyDocument<typeof adoptedObject>;

export type NotAdopted = AdoptedObject["notAdopted"][number];

/** A change that the code at a place cannot adopt. */
export type Obstacle = Required<NotAdopted>;

export interface EditResult {
  readonly edited: readonly string[];
  readonly obstacles: readonly Obstacle[];
}

export function uneditedResult({ file, line }: Pick<Obstacle, "file" | "line">, reason: string): EditResult {
  return { edited: [], obstacles: [{ prop: "", file, line, reason }] };
}

export type Adoption = Pick<AdoptedObject, "adopted" | "notAdopted">;

/**
 * @param notAdopted changes that are not adopted in any case
 * @param hidden the result, if the code contains none of the changes
 */
export function adoptionOf(
  { edited, obstacles }: EditResult,
  notAdopted: readonly NotAdopted[],
  hidden: NotAdopted,
): Adoption {
  const all = [...notAdopted, ...obstacles];
  return { adopted: [...new Set(edited)], notAdopted: edited.length + all.length === 0 ? [hidden] : all };
}

/** Describes a removed prop in the list of edited props. */
export function removedProp(prop: string): string {
  return `${prop} (removed)`;
}

/** Describes an added tile in the list of edited props. */
export function addedProp(prop: string): string {
  return `${prop} (added)`;
}

/** Returns the name of an object that is unique in a program: `stack/address`. */
export function objectKey({ stack, address }: Pick<AdoptedObject, "stack" | "address">): string {
  return `${stack}/${address}`;
}
