import { findDifferencesFromPlan, withoutUnknowns } from "../plan/plan-change";
import { inFormOf, keepPlanned, withPlannedValues } from "../plan/prior-form";
import type { CallRequest, CallResponse, Handlers } from "../protocol/calls";
import type { Resource } from "../provider/resource";
import { type Diagnostic, hasErrors, problem } from "../values/diagnostics";
import type { ObjectValue } from "../values/value";
import type { ProviderServer, ReportDiagnostics } from "./provider-server";
import { readPrivate, writeChangedPrivate, writeFittingState, writeIdentity, writeObject } from "./state-data";

type ApplyRequest = CallRequest<"applyResourceChange">;
type ApplyResponse = CallResponse<"applyResourceChange">;

/** Returns the handler of creates, updates and deletes. */
export function applyHandlers(server: ProviderServer): Handlers {
  return {
    applyResourceChange: (request) =>
      server.respondAbout("resources", "change of", request.typeName, unchanged(request), (resource, report) =>
        server.write(() => apply(server, resource, request, report)),
      ),
  };
}

function unchanged({ priorState, plannedPrivate, plannedIdentity }: ApplyRequest): ApplyResponse {
  return { newState: priorState, private: plannedPrivate, newIdentity: plannedIdentity };
}

async function apply(
  server: ProviderServer,
  resource: Resource,
  request: ApplyRequest,
  report: ReportDiagnostics,
): Promise<ApplyResponse> {
  const { schema, identity } = resource;
  const state = server.readObject(schema, request.priorState);
  const plan = server.readObject(schema, request.plannedState);
  if (plan === null) {
    return destroy(server, resource, request, state, report);
  }
  const config = server.readConfig(schema, request);
  const write = { config, plan, private: readPrivate(request.plannedPrivate) };
  const isNew = state === null;
  const result = await (isNew
    ? resource.create(write, server.context)
    : resource.update({ ...write, state }, server.context));
  const during = `the ${isNew ? "create" : "update"} of ${request.typeName}`;
  server.keepSecret(schema, result.state);
  const fields = schema.attributes;
  const kept = keepPlanned(fields, inFormOf(fields, result.state, plan), plan);
  const known = withoutUnknowns(fields, kept, during);
  const unusable = isNew && "id" in fields && (known.state.id ?? null) === null ? [withoutId(during)] : [];
  const found = [...(result.diagnostics ?? []), ...known.diagnostics, ...unusable];
  // A failed write reports its own problem, so its result is not compared with the plan.
  const hasFailed = hasErrors(found);
  const fitting = writeFittingState(schema, hasFailed ? known.state : withPlannedValues(fields, plan, known.state));
  const reported = [...found, ...fitting.diagnostics];
  report(isNew && hasErrors(reported) ? reported.map(announcingReplacement) : reported);
  if (!hasFailed) {
    report(findDifferencesFromPlan(fields, plan, known.state, during));
  }
  return {
    newState: fitting.message,
    private: writeChangedPrivate(result.private, request.plannedPrivate),
    newIdentity: writeIdentity(identity, result.identity) ?? request.plannedIdentity,
  };
}

function withoutId(during: string): Diagnostic {
  const detail = `After ${during}, the object has no id, so the provider cannot find it again.`;
  return problem("The created object has no id", detail, ["id"]);
}

/** Terraform marks a new object as tainted if its create returns an error. */
function announcingReplacement(diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.severity === "warning") {
    return diagnostic;
  }
  const consequence = "Terraform marks the new object as tainted: the next apply deletes it and creates it again.";
  return { ...diagnostic, detail: `${diagnostic.detail}\n${consequence}` };
}

async function destroy(
  server: ProviderServer,
  resource: Resource,
  request: ApplyRequest,
  state: ObjectValue | null,
  report: ReportDiagnostics,
): Promise<ApplyResponse> {
  const memory = readPrivate(request.plannedPrivate);
  const finished = state && (await resource.delete({ state, private: memory }, server.context));
  const diagnostics = finished?.diagnostics ?? [];
  report(diagnostics);
  if (hasErrors(diagnostics)) {
    return { ...unchanged(request), private: writeChangedPrivate(finished?.private, request.plannedPrivate) };
  }
  return { newState: writeObject(resource.schema, null) };
}
