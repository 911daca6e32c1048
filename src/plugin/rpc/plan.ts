import { complete } from "../plan/nested";
import { type PlannedChange, planChange } from "../plan/plan-change";
import { findReplacePaths } from "../plan/prior-form";
import type { CallRequest, CallResponse, Handlers } from "../protocol/calls";
import type { ModifiedPlan, ModifyPlanRequest, Resource } from "../provider/resource";
import { schemaType } from "../schema/schema";
import { isNullMessage } from "../values/dynamic-message";
import { valuesEqual } from "../values/equal";
import { cutToAddressable } from "../values/path";
import { toPathMessage } from "./diagnostic-messages";
import type { ProviderServer, ReportDiagnostics } from "./provider-server";
import { readPrivate, writeChangedPrivate, writeObject } from "./state-data";

/** Returns the handler that plans a change of a resource. */
export function planHandlers(server: ProviderServer): Handlers {
  return {
    planResourceChange: (request) => {
      const otherwise = { plannedState: request.priorState, plannedPrivate: request.priorPrivate };
      return server.respondAbout("resources", "plan of", request.typeName, otherwise, (resource, report) =>
        plan(server, resource, request, report),
      );
    },
  };
}

async function plan(
  server: ProviderServer,
  resource: Resource,
  request: CallRequest<"planResourceChange">,
  report: ReportDiagnostics,
): Promise<CallResponse<"planResourceChange">> {
  const { schema } = resource;
  const { priorState, priorPrivate, priorIdentity: plannedIdentity } = request;
  const prior = server.readObject(schema, priorState);
  const before = readPrivate(priorPrivate);
  if (isNullMessage(request.proposedNewState)) {
    const planned =
      prior && (await resource.planDestroy?.({ state: prior, private: before }, server.maybeConfiguredContext));
    report(planned?.diagnostics);
    return {
      plannedState: writeObject(schema, null),
      plannedPrivate: writeChangedPrivate(planned?.private, priorPrivate),
      plannedIdentity,
    };
  }
  const type = schemaType(schema);
  const config = server.readConfig(schema, request);
  const asked = { config, state: prior, private: before, ...planChange(schema, config, prior) };
  const modified = await modify(server, resource, asked, report);
  const isSame = prior !== null && valuesEqual(modified.plan, prior, type);
  return {
    plannedState: isSame ? priorState : writeObject(schema, modified.plan),
    plannedPrivate: writeChangedPrivate(modified.private, priorPrivate),
    plannedIdentity,
    requiresReplace: modified.requiresReplace.map((path) => toPathMessage(cutToAddressable(path, type))),
  };
}

async function modify(
  server: ProviderServer,
  resource: Resource,
  request: ModifyPlanRequest,
  report: ReportDiagnostics,
): Promise<PlannedChange & Pick<ModifiedPlan, "private">> {
  const modified = await resource.modifyPlan?.(request, server.maybeConfiguredContext);
  report(modified?.diagnostics);
  const { plan, state, requiresReplace } = request;
  const kept = { requiresReplace: modified?.requiresReplace ?? requiresReplace, private: modified?.private };
  if (modified?.plan === undefined || modified.plan === plan) {
    return { plan, ...kept };
  }
  const fields = resource.schema.attributes;
  const completed = complete(fields, modified.plan);
  const paths = state ? findReplacePaths(fields, state, completed) : [];
  return { ...kept, plan: completed, requiresReplace: modified.requiresReplace ?? paths };
}
