import { ApiError, listed } from "../../client/http/errors";
import {
  type Attribute,
  type AttributePath,
  type CreateRequest,
  DiagnosticError,
  findChangesSince,
  type HandlerContext,
  isList,
  isUnknownValue,
  type ObjectValue,
  type PrivateState,
  pathText,
  problem,
  type Resource,
  type Value,
  valuesEqual,
} from "../../plugin";
import type { TypeWithObjects } from "../resource-type";
import type { ResourceHooks } from "./hooks";
import { quoted, reportFailure, withArticle } from "./report-failure";
import type { Session } from "./session";

/** Returns true when an update sends only changed fields, so that it overwrites no others. */
export function updatesPartly({ api }: TypeWithObjects): boolean {
  return api.updateMethod === "PATCH";
}

/** Key of private state for the `ETag` that the plan saw. */
const VERSION = "etag";

/**
 * Compares each object with what the plan saw before an update or delete. An object that differs stays unchanged, and
 * the apply fails with the differing attributes. The reads of one apply share their requests. The provider's argument
 * `on_stale_plan` disables the check. If the plan saw an `ETag`, the update requires the version that was compared, so
 * that no other client can change the object in between (docs/internals/api-behavior.md 6.7).
 */
export function stalePlanHooks(type: TypeWithObjects, resource: Resource<Session>): ResourceHooks {
  const noun = type.api.name;
  const titleIn = async (state: ObjectValue, { session, signal }: HandlerContext<Session>) =>
    nameIn(state) ?? (await type.titleOf?.(state, session.client, signal)) ?? String(state.id);
  const failOn = async (state: ObjectValue, paths: readonly AttributePath[], context: HandlerContext<Session>) => {
    if (paths.length > 0) {
      throw changed(noun, await titleIn(state, context), state, paths);
    }
  };
  /** Returns the result of an update that the server refused because of another version, or throws its error. */
  const afterConflict = async (
    error: unknown,
    state: ObjectValue,
    { plan, private: memory }: CreateRequest,
    context: HandlerContext<Session>,
  ) => {
    const [id, objects] = [String(state.id), type.collection(context.session.client)];
    const required = objects.requiredVersionOf(id);
    if (required === undefined) {
      throw error;
    }
    objects.readAgain(id);
    const read = await resource.read({ state, private: memory }, context);
    if (!read) {
      throw deleted(noun, await titleIn(state, context), state);
    }
    // The server refused for another reason, such as a name that exists already.
    if (objects.versionOf(id) === required) {
      throw error;
    }
    // The object has the planned values, because only the response to an earlier try was lost.
    if (changesSince(resource, plan, read.state).length === 0) {
      return read;
    }
    throw changed(noun, await titleIn(state, context), state, changesSince(resource, state, read.state));
  };
  return {
    afterRead(result, request, { session }) {
      const { [VERSION]: before, ...memory } = result.private ?? request.private;
      const version = type.collection(session.client).versionOf(String(result.state.id));
      return before === version
        ? result
        : { ...result, private: { ...memory, ...(version && { [VERSION]: version }) } };
    },

    aroundWrite: (write) => async (request, context) => {
      try {
        return await write(request, context);
      } catch (error) {
        const { kind, path } = refusalIn(error) ?? {};
        if (request.state && kind === "conflict") {
          return afterConflict(error, request.state, request, context);
        }
        if (request.state && kind === "not_found" && path?.endsWith(`/${String(request.state.id)}`)) {
          throw deleted(noun, await titleIn(request.state, context), request.state);
        }
        throw error;
      }
    },

    async beforeUpdate(request, context) {
      const { state, plan } = request;
      const isWritten = (name: string) => !updatesPartly(type) || !valuesEqual(state[name] ?? null, plan[name] ?? null);
      const seen = await compare(resource, type, request, context);
      // An unknown id in the plan means that the resource creates the object again if it was deleted.
      if (seen === "gone" && !isUnknownValue(plan.id)) {
        throw deleted(noun, await titleIn(state, context), state);
      }
      if (seen !== "gone") {
        const written = seen.filter(([name]) => isWritten(String(name)));
        await failOn(state, written, context);
        if (context.session.onStalePlan !== "overwrite") {
          type.collection(context.session.client).requireVersion(String(state.id));
        }
      }
    },

    async beforeDelete({ state, private: { [VERSION]: _, ...memory } }, context) {
      const isAccepted = updatesPartly(type) ? isReduced : undefined;
      const seen = await compare(resource, type, { state, private: memory }, context, isAccepted);
      if (seen !== "gone") {
        await failOn(state, seen, context);
      }
    },
  };
}

/**
 * Returns true if a list that other resources can also set only lost entries. The same apply may have destroyed such a
 * resource before, for example the assignment of a role.
 */
function isReduced(attribute: Attribute | undefined, before: Value, read: Value): boolean {
  const isSetElsewhere = attribute?.optional === true && attribute.computed === true;
  const entries = new Set(isList(before) ? before : []);
  return isSetElsewhere && isList(before) && (isList(read) ? read.every((each) => entries.has(each)) : read === null);
}

/**
 * Returns the paths where the object differs from the object in the plan; none if the check is disabled.
 * @param isAccepted returns true for a difference to ignore
 */
async function compare(
  resource: Resource<Session>,
  { api, collection }: TypeWithObjects,
  { state, private: memory }: { readonly state: ObjectValue; readonly private: PrivateState },
  context: HandlerContext<Session>,
  isAccepted: typeof isReduced = () => false,
): Promise<readonly AttributePath[] | "gone"> {
  if (context.session.onStalePlan === "overwrite") {
    return [];
  }
  const { session, signal } = context;
  const objects = collection(session.client);
  if (memory[VERSION] === undefined) {
    await reportFailure(`compare the ${api.name} ${nameIn(state) ?? String(state.id)} with what the plan saw`, () =>
      objects.holdAll({ signal }),
    );
  } else {
    // Requests the object by its id, because a list contains no versions.
    objects.readAgain(String(state.id));
  }
  const read = await resource.read({ state, private: memory }, context);
  const { attributes } = resource.schema;
  const isOpen = (name: string) => !isAccepted(attributes?.[name], state[name] ?? null, read?.state[name] ?? null);
  return read ? changesSince(resource, state, read.state).filter(([name]) => isOpen(String(name))) : "gone";
}

/** Returns the paths of the differing attributes that users can set. Differences in others are ignored. */
function changesSince({ schema }: Resource<Session>, before: ObjectValue, read: ObjectValue): readonly AttributePath[] {
  return findChangesSince(schema, before, read).filter(([name]) => {
    const attribute = schema.attributes?.[String(name)];
    return name === "other_fields" || attribute?.required === true || attribute?.optional === true;
  });
}

function refusalIn(error: unknown): ApiError | undefined {
  return error instanceof DiagnosticError && error.cause instanceof ApiError ? error.cause : undefined;
}

function changed(noun: string, title: string, { id }: ObjectValue, paths: readonly AttributePath[]): DiagnosticError {
  const differs =
    paths.length > 0
      ? `These attributes differ from what the plan saw: ${listed(paths.map(pathText))}.`
      : "The server has a newer version of it.";
  return new DiagnosticError(
    problem(
      `The ${noun} ${title} was changed after this plan was made`,
      `${differs} The object was not changed. The id of the ${noun} is ${String(id)}.\n` +
        'Fix: Plan again, so that the plan shows the change. To overwrite such changes without a check, set on_stale_plan = "overwrite" in the provider block.',
      paths[0],
    ),
  );
}

function deleted(noun: string, title: string, { id }: ObjectValue): DiagnosticError {
  const detail = `The server no longer has ${withArticle(noun)} with the id ${String(id)}.\nFix: Plan again. The next plan creates it again.`;
  return new DiagnosticError(problem(`The ${noun} ${title} was deleted after this plan was made`, detail));
}

function nameIn({ name }: ObjectValue): string | undefined {
  return typeof name === "string" && name !== "" ? quoted(name) : undefined;
}
