import { hasErrors } from "../diagnostics";
import { inFormOf, keepPlanned } from "../plan/changed-paths";
import { differencesFromPlan, withoutUnknowns } from "../plan/plan-change";
import type { Resource } from "../resource";
import { fieldsOf, schemaType } from "../schema/schema";
import type { ObjectValue } from "../values/value";
import { writeValue } from "../wire/dynamic-message";
import type { Handlers, Request, Response } from "./all-handlers";
import type { ProviderSession, Report } from "./session";
import { fittingState, readPrivate, writeIdentity, writePrivate } from "./state-data";

type ApplyRequest = Request<"applyResourceChange">;
type ApplyResponse = Response<"applyResourceChange">;

/** Creates, updates and deletes. */
export function applyHandlers<Client>(session: ProviderSession<Client>): Handlers {
  return {
    applyResourceChange: (request) => {
      const subject = { during: "change of", kind: "resources", name: request.typeName } as const;
      return session.respondAbout(subject, unchanged(request), (resource, report) =>
        session.write(() => apply(session, resource, request, report)),
      );
    },
  };
}

function unchanged({ priorState, plannedPrivate, plannedIdentity }: ApplyRequest): ApplyResponse {
  return { newState: priorState, private: plannedPrivate, newIdentity: plannedIdentity };
}

async function apply<Client>(
  session: ProviderSession<Client>,
  resource: Resource<Client>,
  request: ApplyRequest,
  report: Report,
): Promise<ApplyResponse> {
  const { schema, identity } = resource;
  const state = session.readObject(schema, request.priorState);
  const plan = session.readObject(schema, request.plannedState);
  if (plan === null) return destroy(session, resource, request, state, report);
  const config = session.readObject(schema, request.config) ?? {};
  const write = { config, plan, private: readPrivate(request.plannedPrivate) };
  const result =
    state === null
      ? await resource.create(write, session.context)
      : await resource.update({ ...write, state }, session.context);
  const during = `the ${state === null ? "create" : "update"} of ${request.typeName}`;
  session.keepSecret(schema, result.state);
  const fields = fieldsOf(schema);
  const kept = keepPlanned(fields, inFormOf(fields, result.state, plan), plan);
  const known = withoutUnknowns(fields, kept, during);
  const fitting = fittingState(schemaType(schema), known.state);
  const found = [...(result.diagnostics ?? []), ...known.diagnostics, ...fitting.diagnostics];
  report(found);
  // A failed write has said what is wrong: that its result differs from the plan is no news.
  if (!hasErrors(found)) report(differencesFromPlan(fields, plan, known.state, during));
  return {
    newState: fitting.message,
    private: result.private ? writePrivate(result.private) : request.plannedPrivate,
    newIdentity: writeIdentity(identity, result.identity) ?? request.plannedIdentity,
  };
}

async function destroy<Client>(
  session: ProviderSession<Client>,
  resource: Resource<Client>,
  request: ApplyRequest,
  state: ObjectValue | null,
  report: Report,
): Promise<ApplyResponse> {
  const gone: ApplyResponse = { newState: writeValue(schemaType(resource.schema), null) };
  if (state === null) return gone;
  const finished = await resource.delete({ state, private: readPrivate(request.plannedPrivate) }, session.context);
  const diagnostics = finished?.diagnostics ?? [];
  report(diagnostics);
  if (!hasErrors(diagnostics)) return gone;
  return { ...unchanged(request), ...(finished?.private && { private: writePrivate(finished.private) }) };
}
