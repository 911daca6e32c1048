import type { ApiRecord, Deployment } from "../../../client";
import { type WatchedRecord, watchedKind, watchedRecord } from "../../../resources/alert/watched-object";
import type { DashboardRecord } from "../../../resources/dashboard/api";
import { tileKeys } from "../../../resources/dashboard/tiles/tile";
import { findAlertProblem } from "../../../resources/declarations";
import type { Session } from "../../../resources/shared/session";
import { unreadableReason } from "../../../resources/shared/unreadable-objects";
import type { CodeFormat } from "../../project/generated-file";
import type { ProjectForm } from "../../project/project-form";
import { type Declared, declaredOf, type Existing, type Inventory, withoutDerivedNaming } from "../../server/inventory";
import { type Declarable, declarableOf, type Imported } from "./imported";
import { ConstructIds, ImportedReferences } from "./references";

interface LeftOut {
  readonly object: Existing;
  readonly reason: string;
}

/** The input of the code generators. */
export interface ImportModel {
  readonly objects: readonly Imported[];
  readonly leftOut: readonly LeftOut[];
  readonly references: ImportedReferences;
  /** All objects on the server, by resource type. */
  readonly records: Inventory["records"];
  /** The deployment of the dashboards; undefined if only API keys are accessible. */
  readonly deployment: Deployment | undefined;
  readonly form: ProjectForm;
}

interface ModelOptions {
  readonly session: Session;
  /** Construct ids of earlier imports, by id on the server. */
  readonly earlier: ReadonlyMap<string, string>;
  /** The language of the code, for the reasons why objects are left out. */
  readonly format: CodeFormat;
  readonly form: ProjectForm;
}

/** Reads the selected objects as the provider does, names them, and leaves out those that cannot be declared. */
export async function buildModel(
  chosen: readonly Existing[],
  inventory: Inventory,
  options: ModelOptions,
): Promise<ImportModel> {
  const { records } = inventory;
  const leftOut: LeftOut[] = [];
  const objects: Imported[] = [];
  const declared = await declaredObjects(chosen, options, leftOut);
  const ids = new ConstructIds(withoutObjects(records, declared), options.earlier);
  for (const { object, ...rest } of declared.filter((each) => each.object.type !== "alert")) {
    objects.push({ ...object, ...rest, constructId: ids.of(object) });
  }
  const alerts = declared.filter((each) => each.object.type === "alert");
  const isShared = ({ name }: Existing) => alerts.filter(({ object }) => object.name === name).length > 1;
  for (const { object, ...rest } of alerts) {
    const watched = watchedRecord(rest.fields, [...records.dashboard, ...records.saved_search]);
    const reason = reasonToLeaveOut(watched, objects);
    if (reason) {
      leftOut.push({ object, reason });
    } else {
      const owner = ownerName(object, watched, objects);
      const constructId = ids.of(object, { owner, isShared: isShared(object) });
      objects.push({ ...object, ...rest, fields: withoutDerivedNaming(rest.fields, watched), constructId });
    }
  }
  const deployment = options.session.client.observability;
  const references = new ImportedReferences(objects, inventory);
  return { objects, leftOut, references, records, deployment, form: options.form };
}

/** Reads all objects concurrently, so that reads of one type share a request. */
async function declaredObjects(
  chosen: readonly Existing[],
  { session, format }: ModelOptions,
  leftOut: LeftOut[],
): Promise<readonly (Declarable & { readonly object: Existing })[]> {
  const read = await Promise.all(
    chosen.map(async (object) => ({ object, declared: await declaredOf(object, session).catch(reasonIfUnreadable) })),
  );
  return read.flatMap(({ object, declared = "It was deleted while it was read." }) => {
    const found =
      typeof declared === "string"
        ? declared
        : (hiddenChart(object, declared) ?? declarableOf(object, declared, format));
    if (typeof found !== "string") {
      return [{ object, ...found }];
    }
    leftOut.push({ object, reason: found });
    return [];
  });
}

function reasonIfUnreadable(error: unknown): string {
  const reason = unreadableReason(error);
  if (reason === undefined) {
    throw error;
  }
  return reason;
}

/** Returns the reason to leave out an alert whose chart the server does not return. It would look like a tile alert. */
function hiddenChart(object: Existing, { state }: Declared): string | undefined {
  const isHidden = object.type === "alert" && watchedKind(state) === "inline" && state.chartConfig === undefined;
  return isHidden ? "The server cannot show its chart, which was made in the UI." : undefined;
}

/** Returns the records that the code does not declare. Look-ups may find them. */
function withoutObjects(
  records: Inventory["records"],
  declared: readonly { readonly object: Existing }[],
): Inventory["records"] {
  const ids = new Set(declared.map(({ object }) => object.id));
  const entries = Object.entries(records).map(([type, all]) => [type, all.filter(({ id }) => !ids.has(id))]);
  return Object.fromEntries(entries) as Inventory["records"];
}

/** Returns the reason why an alert cannot be declared; undefined if it can. */
function reasonToLeaveOut(
  { kind, owner, tileKey, config = {} }: WatchedRecord,
  objects: readonly Imported[],
): string | undefined {
  if (kind === "inline") {
    return undefined;
  }
  if (!owner) {
    return "The object that it watches was deleted.";
  }
  if (kind === "saved_search") {
    return undefined;
  }
  const { id: dashboardId, name } = owner.fields;
  const key = tileKeyOf(owner.fields, tileKey);
  if (key === undefined) {
    return `The dashboard "${String(name)}" has no tile with the id ${tileKey}.`;
  }
  const dashboard = objects.find(({ id }) => id === dashboardId);
  const left = dashboard?.tilesLeftOut.find((each) => each.key === key);
  if (left) {
    return `The tile that it watches is not declared. ${left.reason}`;
  }
  const problem = findAlertProblem(config);
  return problem && `${problem.summary}. ${problem.detail}`;
}

/** Returns the key that the provider gives a tile when it first reads its dashboard. */
export function tileKeyOf(dashboard: ApiRecord, tileId: unknown): string | undefined {
  const { tiles } = dashboard as DashboardRecord;
  return tileKeys(
    tiles.map(({ id, name }) => ({ id: String(id), name: String(name) })),
    {},
  ).get(String(tileId));
}

/** Returns a distinctive name for an alert: the watched object and its own name. */
function ownerName(
  { record }: Existing,
  { kind, owner: watched, tileKey }: WatchedRecord,
  objects: readonly Imported[],
): string {
  if (!watched) {
    return String(record.displayName ?? "");
  }
  const what = kind === "saved_search" ? "alert" : (tileKeyOf(watched.fields, tileKey) ?? "");
  const owner = objects.find(({ id }) => id === watched.fields.id)?.constructId ?? String(watched.fields.name);
  return `${owner} ${record.name || what}`;
}
