import { findDifferencesFromPlan, withoutUnknowns } from "../plan/plan-change";
import { inFormOf, keepPlanned, withPlannedValues } from "../plan/prior-form";
import type { CallRequest, CallResponse, Handlers } from "../protocol/calls";
import type { Resource } from "../provider/resource";
import { schemaType } from "../schema/schema";
import { type Diagnostic, hasErrors, problem } from "../values/diagnostics";
import { writeValue } from "../values/dynamic-message";
import type { ObjectValue } from "../values/value";
import type { ProviderServer, ReportDiagnostics } from "./provider-server";
import { readPrivate, writeFittingState, writeIdentity, writePrivate } from "./state-data";

type ApplyRequest = CallRequest<"applyResourceChange">;
type ApplyResponse = CallResponse<"applyResourceChange">;

/** Returns the handler of creates, updates and deletes. */
export function applyHandlers<Session>(server: ProviderServer<Session>): Handlers {
  return {
    applyResourceChange: (request) => {
      const subject = { during: "change of", kind: "resources", name: request.typeName } as const;
      return server.respondAbout(subject, unchanged(request), (resource, report) =>
        server.write(() => apply(server, resource, request, report)),
      );
    },
  };
}

function unchanged({ priorState, plannedPrivate, plannedIdentity }: ApplyRequest): ApplyResponse {
  return { newState: priorState, private: plannedPrivate, newIdentity: plannedIdentity };
}

async function apply<Session>(
  server: ProviderServer<Session>,
  resource: Resource<Session>,
  request: ApplyRequest,
  report: ReportDiagnostics,
): Promise<ApplyResponse> {
  const { schema, identity } = resource;
  const state = server.readObject(schema, request.priorState);
  const plan = server.readObject(schema, request.plannedState);
  if (plan === null) {
    return destroy(server, resource, request, state, report);
  }
  const config = server.readObject(schema, request.config) ?? {};
  const write = { config, plan, private: readPrivate(request.plannedPrivate) };
  const result =
    state === null
      ? await resource.create(write, server.context)
      : await resource.update({ ...write, state }, server.context);
  const isNew = state === null;
  const during = `the ${isNew ? "create" : "update"} of ${request.typeName}`;
  server.keepSecret(schema, result.state);
  const fields = schema.attributes;
  const kept = keepPlanned(fields, inFormOf(fields, result.state, plan), plan);
  const known = withoutUnknowns(fields, kept, during);
  const unusable = isNew && "id" in fields && (known.state.id ?? null) === null ? [withoutId(during)] : [];
  const found = [...(result.diagnostics ?? []), ...known.diagnostics, ...unusable];
  // A failed write reports its own problem, so its result is not compared with the plan.
  const hasFailed = hasErrors(found);
  const fitting = writeFittingState(
    schemaType(schema),
    hasFailed ? known.state : withPlannedValues(fields, plan, known.state),
  );
  const reported = [...found, ...fitting.diagnostics];
  report(isNew && hasErrors(reported) ? reported.map(announcingReplacement) : reported);
  if (!hasFailed) {
    report(findDifferencesFromPlan(fields, plan, known.state, during));
  }
  return {
    newState: fitting.message,
    private: result.private ? writePrivate(result.private) : request.plannedPrivate,
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

async function destroy<Session>(
  server: ProviderServer<Session>,
  resource: Resource<Session>,
  request: ApplyRequest,
  state: ObjectValue | null,
  report: ReportDiagnostics,
): Promise<ApplyResponse> {
  const gone: ApplyResponse = { newState: writeValue(schemaType(resource.schema), null) };
  if (state === null) {
    return gone;
  }
  const finished = await resource.delete({ state, private: readPrivate(request.plannedPrivate) }, server.context);
  const diagnostics = finished?.diagnostics ?? [];
  report(diagnostics);
  if (!hasErrors(diagnostics)) {
    return gone;
  }
  return { ...unchanged(request), ...(finished?.private && { private: writePrivate(finished.private) }) };
}
