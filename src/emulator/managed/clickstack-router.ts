import express, { type Router } from "express";
import { alertOperations } from "../alerts/operations";
import { dashboardOperations, validateDashboard } from "../dashboards/operations";
import type { Operation, OperationResponse } from "../operation";
import { type Runtime, scopeOf } from "../runtime";
import { savedSearchOperations } from "../saved-searches/operations";
import { sourceOperations } from "../sources/operations";
import { webhookOperations } from "../webhooks/operations";
import { clickStackRoleOperations } from "./clickstack-roles";
import { checkProperties, sendResult, withoutLater } from "./gateway";

const operations: readonly Operation[] = [
  validateDashboard,
  ...dashboardOperations,
  ...alertOperations,
  ...sourceOperations,
  ...webhookOperations,
  ...savedSearchOperations,
  ...clickStackRoleOperations,
];

/**
 * The ClickStack routes: the same operations as open source, in the cloud's envelope
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

/** `data` becomes `result`; `meta` and headers are dropped; a deletion has no result. */
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
