import type { IssuePath } from "../schema/issue";
import type { ObjectShape, VariantsShape } from "../schema/shape";
import { attributePathOf } from "./attribute-path";
import type { Locate } from "./report-failure";

/** Finds the attribute for a place that a server names as `channels.0.webhookId`. */
export function locateInBody(shape: ObjectShape | VariantsShape): Locate {
  return (bodyPath) => attributePathOf(shape, bodySteps(bodyPath));
}

/** The steps of a place in a request body. */
export function bodySteps(bodyPath: string): IssuePath {
  return bodyPath.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
