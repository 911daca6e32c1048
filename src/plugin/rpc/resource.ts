import { complete } from "../plan/nested";
import { findDifferencesFromPlan, type PlannedChange, planChange, withoutUnknowns } from "../plan/plan-change";
import { findReplacePaths, inFormOf, keepPlanned, withPlannedValues } from "../plan/prior-form";
import type { CallRequest, CallResponse, Handlers } from "../protocol/calls";
import type { ModifiedPlan, ModifyPlanRequest, Resource } from "../provider/resource";
import { schemaType } from "../schema/schema";
import { type Diagnostic, hasErrors, problem, UnknownConfigurationError } from "../values/diagnostics";
import { isNullMessage } from "../values/dynamic-message";
import { valuesEqual } from "../values/equal";
import { cutToAddressable } from "../values/path";
import type { ObjectValue } from "../values/value";
import { deferUntilConfigured } from "./deferral";
import { toPathMessage } from "./diagnostic-messages";
import type { ProviderServer, ReportDiagnostics } from "./provider-server";
import {
  readIdentity,
  readPrivate,
  writeChangedPrivate,
  writeFittingState,
  writeIdentity,
  writeObject,
} from "./state-data";

type ReadResponse = CallResponse<"readResource">;
type ApplyRequest = CallRequest<"applyResourceChange">;
type ApplyResponse = CallResponse<"applyResourceChange">;

/** Returns the handlers that read, plan and change a resource. */
export function resourceHandlers(server: ProviderServer): Handlers {
  return {
    readResource: (request) => {
      const { currentState: newState, currentIdentity: newIdentity, private: memory } = request;
      const otherwise: ReadResponse = { newState, private: memory, newIdentity };
      return server.respondAbout("resources", "read of", request.typeName, otherwise, async (resource, report) => {
        try {
          return await deferUntilConfigured(
            request,
            () => otherwise,
            () => read(server, resource, request, report),
          );
        } catch (thrown) {
          // If many objects cannot be read because the provider's configuration is unknown, only one call reports it.
          if (thrown instanceof UnknownConfigurationError && !server.isFirstUnknown()) {
            return otherwise;
          }
          // One error fails the run, so no plan or state is made from objects that were not read.
          if (server.isRepeated(thrown)) {
            return otherwise;
          }
          throw thrown;
        }
      });
    },
    planResourceChange: (request) => {
      const otherwise = { plannedState: request.priorState, plannedPrivate: request.priorPrivate };
      return server.respondAbout("resources", "plan of", request.typeName, otherwise, (resource, report) =>
        plan(server, resource, request, report),
      );
    },
    applyResourceChange: (request) =>
      server.respondAbout("resources", "change of", request.typeName, unchanged(request), (resource, report) =>
        server.write(() => apply(server, resource, request, report)),
      ),
  };
}

async function read(
  server: ProviderServer,
  resource: Resource,
  request: CallRequest<"readResource">,
  report: ReportDiagnostics,
): Promise<ReadResponse> {
  const { schema, identity } = resource;
  const state = server.readObject(schema, request.currentState);
  const known = { private: readPrivate(request.private), ...readIdentity(identity, request.currentIdentity) };
  const result = state && (await resource.read({ state, ...known }, server.context));
  if (!result) {
    return { newState: writeObject(schema, null) };
  }
  server.keepSecret(schema, result.state);
  report(result.diagnostics);
  const observed = inFormOf(schema.attributes, result.state, state);
  const checked = withoutUnknowns(schema.attributes, observed, `the read of ${request.typeName}`);
  report(checked.diagnostics);
  const isSame = valuesEqual(checked.state, state, schemaType(schema));
  return {
    newState: isSame ? request.currentState : writeObject(schema, checked.state),
    private: writeChangedPrivate(result.private, request.private),
    newIdentity: writeIdentity(identity, result.identity) ?? request.currentIdentity,
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
