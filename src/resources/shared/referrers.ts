import type { ApiRecord } from "../../client";
import type { ApiClient } from "../../client/collections/api-client";
import type { Collection } from "../../client/collections/collection";
import { ClientError, clientErrorOf, listed } from "../../client/http/errors";
import type { DeclaredFields } from "../../declaration/field";
import { type Diagnostic, type ObjectValue, warning } from "../../plugin";
import { shownName } from "../resource-type";
import { quoted } from "./report-failure";
import type { Call } from "./session";

/** A resource type whose objects may refer to an object that is destroyed. */
export interface ReferrerType {
  readonly name: string;
  readonly plural: string;
  readonly collection: (client: ApiClient) => Pick<Collection<ApiRecord, never>, "readShown" | "unsupported">;
  readonly refersTo: (record: ApiRecord & DeclaredFields, id: string) => boolean;
  /** A sentence that describes the effect on the referrers. */
  readonly consequence: string;
  readonly fix: string;
}

/**
 * Warns of objects that refer to an object whose destroy is planned: unmanaged ones, as far as this run can see, and
 * those whose plan keeps the reference. Lists each resource type once per run.
 */
export async function warningsOfReferrers(
  noun: string,
  state: ObjectValue,
  types: readonly ReferrerType[],
  call: Call,
): Promise<readonly Diagnostic[]> {
  const found = await Promise.all(types.map((type) => warningOf(noun, state, type, call)));
  return found.flat();
}

async function warningOf(
  noun: string,
  { id, name }: ObjectValue,
  { name: referrer, plural, collection, refersTo, consequence, fix }: ReferrerType,
  { session, signal }: Call,
): Promise<readonly Diagnostic[]> {
  const objects = collection(session.client);
  if (objects.unsupported("list") !== undefined) {
    return [];
  }
  const title = `the ${noun} ${quoted(String(name))}`;
  const notChecked = ({ message }: ClientError) =>
    warning(
      `Could not check which ${plural} refer to ${title}`,
      `${consequence} The list of ${plural} could not be read: ${message}`,
    );
  const shown = await objects.readShown({ signal }).catch(clientErrorOf);
  if (shown instanceof ClientError) {
    return [notChecked(shown)];
  }
  const hidden = shown.incomplete ? [notChecked(shown.incomplete)] : [];
  const all = shown.records.filter((record) => refersTo(record, String(id)));
  if (all.length === 0) {
    return hidden;
  }
  // Terraform plans in any order. An object that is managed here may be noted only after this destroy.
  await session.managed.settled(signal);
  const type = `clickstack_${referrer.replaceAll(" ", "_")}`;
  const stay = all.filter(
    (record) => !session.managed.has(type, record.id) || session.managed.keepsReference(record.id, String(id)),
  );
  if (stay.length === 0) {
    return hidden;
  }
  const named = listed(stay.map((record) => `${quoted(shownName(record))} (${record.id})`));
  const summary = `${stay.length === 1 ? `One ${referrer} refers` : `${stay.length} ${plural} refer`} to ${title}`;
  const detail = `${consequence} Nothing in this plan removes the reference: ${named}.\nFix: ${fix}`;
  return [warning(summary, detail), ...hidden];
}
