import { hasErrors } from "../diagnostics";
import { inFormOf, keepPlanned } from "../plan/changed-paths";
import { differencesFromPlan, withoutUnknowns } from "../plan/plan-change";
import type { Resource, WriteResult } from "../resource";
import { fieldsOf, schemaType } from "../schema/schema";
import type { ObjectValue } from "../values/value";
import { writeValue } from "../wire/dynamic-message";
import type { Handlers, Request, Response } from "./all-handlers";
import { type ProviderSession, type Report, respond } from "./session";
import { declared, fittingState, readPrivate, writeIdentity, writePrivate } from "./state-data";

type ApplyResponse = Response<"applyResourceChange">;

/** Creates, updates and deletes. */
export function applyHandlers<Client>(session: ProviderSession<Client>): Handlers {
  return {
    applyResourceChange: (request) => {
      const schema = session.provider.resources[request.typeName]?.schema;
      const subject = { during: `change of ${request.typeName}`, schema };
      const otherwise: ApplyResponse = {
        newState: request.priorState,
        private: request.plannedPrivate,
        newIdentity: request.plannedIdentity,
      };
      return respond<ApplyResponse>(session, subject, otherwise, (report) =>
        session.write(() => apply(session, request, report)),
      );
    },
  };
}

async function apply<Client>(
  session: ProviderSession<Client>,
  request: Request<"applyResourceChange">,
  report: Report,
): Promise<ApplyResponse> {
  const resource = declared(session.provider.resources, "resource type", request.typeName);
  const state = session.readObject(resource.schema, request.priorState);
  const plan = session.readObject(resource.schema, request.plannedState);
  const config = session.readObject(resource.schema, request.config) ?? {};
  const carried = readPrivate(request.plannedPrivate);
  if (plan === null) return destroy(session, resource, request, state, report);
  const write = { config, plan, private: carried };
  if (state === null) {
    const created = await resource.create(write, session.context);
    return settle(session, resource, request, created, plan, `the create of ${request.typeName}`, report);
  }
  const updated = await resource.update({ ...write, state }, session.context);
  return settle(session, resource, request, updated, plan, `the update of ${request.typeName}`, report);
}

async function destroy<Client>(
  session: ProviderSession<Client>,
  resource: Resource<Client>,
  request: Request<"applyResourceChange">,
  state: ObjectValue | null,
  report: Report,
): Promise<ApplyResponse> {
  const gone: ApplyResponse = { newState: writeValue(schemaType(resource.schema), null) };
  if (state === null) return gone;
  const finished = await resource.delete({ state, private: readPrivate(request.plannedPrivate) }, session.context);
  const diagnostics = finished?.diagnostics ?? [];
  report(diagnostics);
  if (!hasErrors(diagnostics)) return gone;
  return {
    newState: request.priorState,
    private: finished?.private ? writePrivate(finished.private) : request.plannedPrivate,
    newIdentity: request.plannedIdentity,
  };
}

function settle<Client>(
  session: ProviderSession<Client>,
  resource: Resource<Client>,
  request: Request<"applyResourceChange">,
  result: WriteResult,
  plan: ObjectValue,
  during: string,
  report: Report,
): ApplyResponse {
  session.keepSecret(resource.schema, result.state);
  const fields = fieldsOf(resource.schema);
  const { state, diagnostics } = withoutUnknowns(
    fields,
    keepPlanned(fields, inFormOf(fields, result.state, plan), plan),
    during,
  );
  const fitting = fittingState(schemaType(resource.schema), state);
  const found = [...(result.diagnostics ?? []), ...diagnostics, ...fitting.diagnostics];
  report(found);
  // A failed write has said what is wrong: that its result differs from the plan is no news.
  if (!hasErrors(found)) report(differencesFromPlan(fields, plan, state, during));
  return {
    newState: fitting.message,
    private: result.private ? writePrivate(result.private) : request.plannedPrivate,
    newIdentity: writeIdentity(resource.identity, result.identity) ?? request.plannedIdentity,
  };
}
