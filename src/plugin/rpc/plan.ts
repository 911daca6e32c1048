import { findReplacePaths } from "../plan/changed-paths";
import { complete } from "../plan/nested";
import { type PlannedChange, planChange } from "../plan/plan-change";
import type { CallRequest, CallResponse, Handlers } from "../protocol/calls";
import type { ModifiedPlan, ModifyPlanRequest, Resource } from "../provider/resource";
import { schemaType } from "../schema/schema";
import { isNullMessage, writeValue } from "../values/dynamic-message";
import { valuesEqual } from "../values/equal";
import { cutToAddressable } from "../values/path";
import { toPathMessage } from "./diagnostic-messages";
import type { ProviderServer, ReportDiagnostics } from "./provider-server";
import { readPrivate, writePrivate } from "./state-data";

/** Returns the handler that plans a change of a resource. */
export function planHandlers<Session>(server: ProviderServer<Session>): Handlers {
  return {
    planResourceChange: (request) => {
      const subject = { during: "plan of", kind: "resources", name: request.typeName } as const;
      const otherwise = { plannedState: request.priorState, plannedPrivate: request.priorPrivate };
      return server.respondAbout(subject, otherwise, (resource, report) => plan(server, resource, request, report));
    },
  };
}

async function plan<Session>(
  server: ProviderServer<Session>,
  resource: Resource<Session>,
  request: CallRequest<"planResourceChange">,
  report: ReportDiagnostics,
): Promise<CallResponse<"planResourceChange">> {
  const type = schemaType(resource.schema);
  const prior = server.readObject(resource.schema, request.priorState);
  const kept = { plannedPrivate: request.priorPrivate, plannedIdentity: request.priorIdentity };
  const before = readPrivate(request.priorPrivate);
  if (isNullMessage(request.proposedNewState)) {
    const planned = prior
      ? await resource.planDestroy?.({ state: prior, private: before }, server.maybeConfiguredContext)
      : undefined;
    report(planned?.diagnostics);
    return {
      ...kept,
      plannedState: writeValue(type, null),
      ...(planned?.private ? { plannedPrivate: writePrivate(planned.private) } : {}),
    };
  }
  const config = server.readObject(resource.schema, request.config) ?? {};
  const asked = { config, state: prior, private: before, ...planChange(resource.schema, config, prior) };
  const modified = await modify(server, resource, asked, report);
  return {
    ...kept,
    plannedState:
      prior && valuesEqual(modified.plan, prior, type) ? request.priorState : writeValue(type, modified.plan),
    requiresReplace: modified.requiresReplace.map((path) => toPathMessage(cutToAddressable(path, type))),
    ...(modified.private ? { plannedPrivate: writePrivate(modified.private) } : {}),
  };
}

async function modify<Session>(
  server: ProviderServer<Session>,
  resource: Resource<Session>,
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
