import type { AlertBody } from "../../api";
import { type AlertDeclaration, alert } from "../../schema/alert";
import { clearValues } from "../../schema/clear-values";
import { inUtc } from "../../schema/instant";
import { objectShapeOf } from "../../schema/shape";

const ALERT = objectShapeOf(alert);

/** The body that creates an alert, without the fields that only the server knows. */
export function createBody(declared: AlertDeclaration): AlertBody {
  const { id: _, otherFields: __, scheduleStartAt, ...fields } = declared;
  // The server takes moments in UTC only (docs/internals/api-behavior.md 3.7).
  return { ...fields, ...(scheduleStartAt && { scheduleStartAt: inUtc(scheduleStartAt) }) } as unknown as AlertBody;
}

/** The body that updates an alert: what would stick when omitted is cleared (docs/internals/api-behavior.md 3.9). */
export function updateBody(declared: AlertDeclaration): AlertBody {
  return { ...clearValues(ALERT), ...createBody(declared) };
}
