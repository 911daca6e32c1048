import { addressable, pathMessage } from "../diagnostics";
import { replacePaths } from "../plan/changed-paths";
import { complete } from "../plan/nested";
import { type PlannedChange, planChange } from "../plan/plan-change";
import type { PrivateState, Resource } from "../resource";
import { fieldsOf, schemaType } from "../schema/schema";
import { valuesEqual } from "../values/equal";
import type { ObjectValue } from "../values/value";
import { isNullMessage, writeValue } from "../wire/dynamic-message";
import type { Handlers, Request, Response } from "./all-handlers";
import type { ProviderSession, Report } from "./session";
import { readPrivate, writePrivate } from "./state-data";

/** Plans what becomes of a resource. */
export function planHandlers<Client>(session: ProviderSession<Client>): Handlers {
  return {
    planResourceChange: (request) => {
      const subject = { during: "plan of", kind: "resources", name: request.typeName } as const;
      const otherwise = { plannedState: request.priorState, plannedPrivate: request.priorPrivate };
      return session.respondAbout(subject, otherwise, (resource, report) => plan(session, resource, request, report));
    },
  };
}

async function plan<Client>(
  session: ProviderSession<Client>,
  resource: Resource<Client>,
  request: Request<"planResourceChange">,
  report: Report,
): Promise<Response<"planResourceChange">> {
  const type = schemaType(resource.schema);
  const prior = session.readObject(resource.schema, request.priorState);
  const kept = { plannedPrivate: request.priorPrivate, plannedIdentity: request.priorIdentity };
  const before = readPrivate(request.priorPrivate);
  if (isNullMessage(request.proposedNewState)) {
    const planned = prior
      ? await resource.planDestroy?.({ state: prior, private: before }, session.maybeConfiguredContext)
      : undefined;
    report(planned?.diagnostics);
    return {
      ...kept,
      plannedState: writeValue(type, null),
      ...(planned?.private ? { plannedPrivate: writePrivate(planned.private) } : {}),
    };
  }
  const config = session.readObject(resource.schema, request.config) ?? {};
  const change = planChange(resource.schema, config, prior);
  const modified = await modify(session, resource, { config, prior, private: before, change }, report);
  return {
    ...kept,
    plannedState:
      prior && valuesEqual(modified.plan, prior, type) ? request.priorState : writeValue(type, modified.plan),
    requiresReplace: modified.requiresReplace.map((path) => pathMessage(addressable(path, type))),
    ...(modified.private ? { plannedPrivate: writePrivate(modified.private) } : {}),
  };
}

interface Modification {
  readonly config: ObjectValue;
  readonly prior: ObjectValue | null;
  readonly private: PrivateState;
  readonly change: PlannedChange;
}

async function modify<Client>(
  session: ProviderSession<Client>,
  resource: Resource<Client>,
  { config, prior, private: before, change }: Modification,
  report: Report,
): Promise<PlannedChange & { readonly private?: PrivateState }> {
  if (!resource.modifyPlan) return change;
  const request = { config, state: prior, private: before, ...change };
  const modified = await resource.modifyPlan(request, session.maybeConfiguredContext);
  report(modified.diagnostics);
  const fields = fieldsOf(resource.schema);
  const isAsPlanned = modified.plan === undefined || modified.plan === change.plan;
  const plan = isAsPlanned ? change.plan : complete(fields, modified.plan);
  const paths = isAsPlanned ? change.requiresReplace : prior ? replacePaths(fields, prior, plan) : [];
  const requiresReplace = modified.requiresReplace ?? paths;
  return { plan, requiresReplace, ...(modified.private ? { private: modified.private } : {}) };
}
