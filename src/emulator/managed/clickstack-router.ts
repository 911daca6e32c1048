import express, { type Router } from "express";
import { validateDashboard } from "../dashboards/operations";
import type { EmulatorOperation, OperationResponse } from "../operation";
import { sharedOperations } from "../resource-types";
import { type Runtime, scopeOf } from "../runtime";
import { clickStackRoleOperations } from "./clickstack-roles";
import { checkProperties, sendResult, withoutLater } from "./gateway";

const operations: readonly EmulatorOperation[] = [
  ...Object.values(sharedOperations).flat(),
  ...clickStackRoleOperations,
];

/**
 * Returns the ClickStack routes: the open-source operations in the envelope of the cloud API
 * (docs/internals/api-behavior.md 2).
 */
export function clickStackRouter(runtime: Runtime): Router {
  const router = express.Router();
  const offered = operations.filter((one) => one !== validateDashboard || !runtime.switches.validateMissing);
  for (const one of offered) {
    router[one.method](one.path, (req, res) => {
      const scope = scopeOf(runtime, "managed");
      checkProperties(one, req.body, scope);
      const response = one.handle(scope, { params: { id: req.params.id }, query: req.query, body: req.body });
      runtime.store.flush();
      sendResult(res, resultOf(response, scope.switches.gatewayOfJuly));
    });
  }
  return router;
}

/** Converts `data` to `result` and drops `meta` and headers. A deletion has no result. */
function resultOf(response: OperationResponse, ofJuly = false): unknown {
  switch (response.kind) {
    case "data":
      return ofJuly ? withoutLater(response.data) : response.data;
    case "bare":
      return response.body;
    case "done":
      return undefined;
  }
}
