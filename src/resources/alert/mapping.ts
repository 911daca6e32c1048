import type { Deployment, JsonObject } from "../../client";
import { fromApi, toApi } from "../../declaration/api-form";
import { clearValues, type Fields } from "../../declaration/field";
import { withoutOmittedDefaults } from "../../declaration/server-defaults";
import { objectShapeOf } from "../../declaration/shape";
import { inUtc } from "../../declaration/value-types";
import { isUnknown } from "../../plugin";
import { observedWithOthers } from "../handlers/crud-resource";
import type { AlertBody, AlertRecord } from "./api";
import { type AlertDeclaration, alert, isRange } from "./declaration";

export const ALERT = objectShapeOf(alert);

/** What the server sets by itself, and what nobody can set through the API (docs/internals/api-behavior.md 3.7). */
const SERVERS_OWN = ["state", "silenced", "executionErrors"];

/** An alert as the server has it, in the form of the declaration. */
export function observedAlert(record: AlertRecord): Fields {
  const { thresholdMax, channel, channels, ...rest } = record;
  const observed: JsonObject & { id: string } = {
    ...rest,
    // Servers before September 2026 know only one channel (docs/internals/api-behavior.md 2.3).
    channels: channels ?? (channel ? [channel] : []),
    // A bound from an earlier range type stays on the server and means nothing (docs/internals/api-behavior.md 3.9).
    ...(isRange(record.thresholdType) && { thresholdMax }),
  };
  return observedWithOthers(ALERT, fromApi(ALERT, observed) as AlertRecord, SERVERS_OWN);
}

/** The body that creates an alert, without the fields that only the server knows, and what it is to find out. */
export function createBody(declared: AlertDeclaration, deployment: Deployment | undefined): AlertBody {
  const sentFields = withoutOmittedDefaults(ALERT, declared) as AlertDeclaration;
  const { id: _, otherFields: __, scheduleStartAt, ...fields } = sentFields;
  const known = Object.entries(fields).filter(([name, value]) => !isUnknown(value) && isTakenBy(deployment, name));
  // The server takes moments in UTC only (docs/internals/api-behavior.md 3.7).
  const body = { ...Object.fromEntries(known), ...(scheduleStartAt && { scheduleStartAt: inUtc(scheduleStartAt) }) };
  return toApi(ALERT, body) as AlertBody;
}

/** The managed gateway refuses what it may show all the same (docs/internals/api-behavior.md 6). */
function isTakenBy(deployment: Deployment | undefined, name: string): boolean {
  return deployment !== "managed" || !ALERT.fields[name]?.meta.openSourceOnly;
}

/** The body that updates an alert: what would stick when omitted is cleared (docs/internals/api-behavior.md 3.9). */
export function updateBody(declared: AlertDeclaration, deployment: Deployment | undefined): AlertBody {
  return { ...clearValues(ALERT), ...createBody(declared, deployment) };
}
