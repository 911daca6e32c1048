import type { Deployment } from "../../../api";
import type { Session } from "../../../provider/session";
import { alertProblem } from "../../../schema";
import type { Fields } from "../../../schema/field";
import { validate } from "../../../schema/validate";
import { type Existing, titleOf } from "../existing";
import { type Declared, declaredOf } from "../imported-state";
import type { Companions, Inventory } from "../inventory";
import { KIND_FACTS } from "../kinds";
import { watchedBy } from "../selection";
import { ConstructIds } from "./construct-ids";
import { type Imported, ofKind, tileIdsOf, tilesOf } from "./imported";
import { References } from "./references";

/** An object that code cannot say, and why. */
export interface LeftOut {
  readonly object: Existing;
  readonly reason: string;
}

/** Everything that code is written from. */
export interface Model {
  readonly objects: readonly Imported[];
  readonly leftOut: readonly LeftOut[];
  readonly references: References;
  readonly companions: Companions;
  /** Where dashboards and their companions live; undefined when only keys can be reached. */
  readonly deployment: Deployment | undefined;
}

export interface ModelOptions {
  readonly session: Session;
  readonly signal: AbortSignal;
  /** Construct ids of an earlier run, by id on the server. */
  readonly earlier: ReadonlyMap<string, string>;
}

/** Reads what was chosen as the provider would, names it, and sorts out what cannot be declared. */
export async function buildModel(
  chosen: readonly Existing[],
  { companions }: Inventory,
  options: ModelOptions,
): Promise<Model> {
  const leftOut: LeftOut[] = [];
  const ids = new ConstructIds(companions, options.earlier);
  const objects: Imported[] = [];
  const declared = await declaredObjects(chosen, options, leftOut);
  for (const { object, fields, state } of declared.filter((each) => each.object.kind !== "alert")) {
    objects.push({ ...object, fields, state, constructId: ids.of(object) });
  }
  for (const { object, fields, state } of declared.filter((each) => each.object.kind === "alert")) {
    const watched = objects.find(({ id }) => id === watchedBy(object));
    const reason = watched ? unwatchable(watched, fields) : notImported(object);
    if (reason) leftOut.push({ object, reason });
    else objects.push({ ...object, fields, state, constructId: ids.of(object, watched && ownerName(watched, fields)) });
  }
  const deployment = options.session.client.observability;
  return { objects, leftOut, references: new References(objects, companions), companions, deployment };
}

/** Reads that come together are one request. */
async function declaredObjects(
  chosen: readonly Existing[],
  { session, signal }: ModelOptions,
  leftOut: LeftOut[],
): Promise<readonly (Declared & { readonly object: Existing })[]> {
  const read = await Promise.all(
    chosen.map(async (object) => ({ object, declared: await declaredOf(object, session, signal) })),
  );
  return read.flatMap(({ object, declared }) => {
    const reason = declared ? refusal(object, declared.fields) : "It was deleted while it was read.";
    if (declared && !reason) return [{ object, ...declared }];
    leftOut.push({ object, reason: reason ?? "" });
    return [];
  });
}

/** Servers hold what they no longer accept, and what declarations refuse because it would never settle. */
function refusal({ kind }: Existing, fields: Fields): string | undefined {
  const issues = validate(KIND_FACTS[kind].shape, fields, () => false);
  if (issues.length === 0) return undefined;
  const texts = issues.map(({ message, path }) => `${path.map(stepText).join(".")}: ${message}`);
  return `It cannot be declared as it is. ${texts.join(" ")}`;
}

function stepText(step: string | number | { readonly key: string }): string {
  return typeof step === "object" ? step.key : String(step);
}

function notImported(object: Existing): string {
  const watched = object.record.source === "saved_search" ? "saved search" : "dashboard";
  return `It watches the ${watched} ${watchedBy(object)}, which is not part of this import. Import that one too.`;
}

function unwatchable(watched: Imported, { tileId }: Fields): string | undefined {
  if (watched.kind !== "dashboard") return undefined;
  const key = tileKeyOf(watched, tileId);
  if (key === undefined) return `The dashboard ${titleOf(watched)} has no tile with the id ${String(tileId)}.`;
  const problem = alertProblem((tilesOf(watched)[key]?.config ?? {}) as Fields);
  return problem && `${problem.summary}. ${problem.detail}`;
}

/** The key of a tile by its id on the server. */
export function tileKeyOf(dashboard: Imported, tileId: unknown): string | undefined {
  return Object.entries(tileIdsOf(dashboard)).find(([, id]) => id === tileId)?.[0];
}

function ownerName(watched: Imported, { tileId }: Fields): string {
  return `${watched.constructId} ${tileKeyOf(watched, tileId) ?? "alert"}`;
}

/** The alerts on a dashboard or a saved search. */
export function alertsOn({ objects }: Model, watched: Imported): readonly Imported[] {
  return ofKind(objects, "alert").filter((each) => watchedBy(each) === watched.id);
}
