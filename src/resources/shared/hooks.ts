import type { Diagnostic, ExactJson, ImportedResource, ModifiedPlan, ObjectValue, Resource } from "../../plugin";
import type { Session } from "./session";

type Handlers = Resource<Session>;
type Request<Name extends "create" | "read" | "update" | "delete"> = Parameters<Handlers[Name]>[0];
type PlanRequest = Parameters<NonNullable<Handlers["modifyPlan"]>>[0];
type ImportRequest = Parameters<NonNullable<Handlers["import"]>>[0];
type PlanContext = Parameters<NonNullable<Handlers["modifyPlan"]>>[1];
type Context = Parameters<Handlers["create"]>[1];
type Written = Awaited<ReturnType<Handlers["create"]>>;
/** A create, or an update if the request has a state. */
type Write = (request: Request<"create"> & Partial<Request<"update">>, context: Context) => Promise<Written>;
type ReadObject = NonNullable<Awaited<ReturnType<Handlers["read"]>>>;

/**
 * One common behavior of all resources: code that runs before or after the handlers of a resource. `all-handlers.ts`
 * lists the behaviors in their order. Code before a handler runs in this order, code after it in the reverse order.
 */
export interface ResourceHooks extends Pick<Handlers, "identity" | "completeState" | "moveState"> {
  /** Runs before an announced read, a plan and a planned destroy. The state is null in the plan of a create. */
  note?(state: ObjectValue | null, session: Session | undefined): void;
  /** Returns the result of a plan: changes the planned object, or adds diagnostics. */
  afterPlan?(modified: ModifiedPlan, request: PlanRequest): ModifiedPlan;
  /** Returns diagnostics of a plan, in addition to those of the resource. */
  checkPlan?(request: PlanRequest, context: PlanContext): readonly Diagnostic[] | Promise<readonly Diagnostic[]>;
  aroundRead?(read: Handlers["read"]): Handlers["read"];
  /** Returns the result of a read that found the object. */
  afterRead?(result: ReadObject, request: Request<"read">, context: Context): ReadObject;
  afterCreate?(result: Written, request: Request<"create">, context: Context): Written;
  /** Throws to refuse an update. */
  beforeUpdate?(request: Request<"update">, context: Context): Promise<void>;
  afterUpdate?(result: Written, request: Request<"update">): Written;
  aroundWrite?(write: Write): Write;
  /** Throws to refuse a delete. */
  beforeDelete?(request: Request<"delete">, context: Context): Promise<void>;
  /** Returns the request of an import, or throws to refuse it. */
  beforeImport?(request: ImportRequest, context: Context): ImportRequest;
  afterImport?(imported: ImportedResource, context: Context): void;
  /** Returns every result that contains an object: of a create, read, update, move and import. */
  onResult?<T extends { readonly state: ObjectValue }>(result: T, session: Session | undefined): T;
}

/** Returns a result whose private state has this value under a key; undefined removes the key. */
export function withMemory<T extends Pick<Written, "private">>(
  result: T,
  request: Pick<Request<"delete">, "private">,
  key: string,
  value: ExactJson | undefined,
): T {
  const { [key]: _, ...others } = result.private ?? request.private;
  return { ...result, private: value === undefined ? others : { ...others, [key]: value } };
}

export function withHooks(resource: Handlers, hooks: readonly ResourceHooks[]): Handlers {
  const outward = hooks.toReversed();
  const note = (state: ObjectValue | null, session: Session | undefined) => {
    for (const hook of hooks) {
      hook.note?.(state, session);
    }
  };
  const finish = <T extends { readonly state: ObjectValue }>(result: T, session: Session | undefined): T =>
    outward.reduce((found, hook) => hook.onResult?.(found, session) ?? found, result);
  const unhooked: Write = async (request, context) => {
    const { state } = request;
    return state ? resource.update({ ...request, state }, context) : resource.create(request, context);
  };
  const write = outward.reduce((inner, hook) => hook.aroundWrite?.(inner) ?? inner, unhooked);
  const moveState = hooks.find((hook) => hook.moveState)?.moveState;

  return {
    ...resource,
    identity: hooks.find((hook) => hook.identity)?.identity,
    completeState: hooks.find((hook) => hook.completeState)?.completeState,

    expectRead(request, context) {
      note(request.state, context.session);
      resource.expectRead?.(request, context);
    },

    read: outward.reduce(withReadOf, resource.read),

    async modifyPlan(request, context) {
      note(request.state, context.session);
      const own = (await resource.modifyPlan?.(request, context)) ?? {};
      const modified = outward.reduce((found, hook) => hook.afterPlan?.(found, request) ?? found, own);
      const diagnostics = [...(modified.diagnostics ?? [])];
      for (const hook of outward) {
        diagnostics.push(...((await hook.checkPlan?.(request, context)) ?? []));
      }
      return { ...modified, diagnostics };
    },

    async planDestroy(request, context) {
      note(request.state, context.session);
      return resource.planDestroy?.(request, context);
    },

    async create(request, context) {
      const created = await write(request, context);
      const result = outward.reduce((found, hook) => hook.afterCreate?.(found, request, context) ?? found, created);
      return finish(result, context.session);
    },

    async update(request, context) {
      for (const hook of hooks) {
        await hook.beforeUpdate?.(request, context);
      }
      const updated = await write(request, context);
      const result = outward.reduce((found, hook) => hook.afterUpdate?.(found, request) ?? found, updated);
      return finish(result, context.session);
    },

    async delete(request, context) {
      for (const hook of hooks) {
        await hook.beforeDelete?.(request, context);
      }
      return (await resource.delete(request, context)) ?? undefined;
    },

    async import(request, context) {
      if (!resource.import) {
        throw new Error("An import needs a handler.");
      }
      const asked = hooks.reduce((found, hook) => hook.beforeImport?.(found, context) ?? found, request);
      const imported = await resource.import(asked, context);
      const finished = (each: ImportedResource) => {
        for (const hook of outward) {
          hook.afterImport?.(each, context);
        }
        return finish(each, context.session);
      };
      return isMany(imported) ? imported.map(finished) : finished(imported);
    },

    async moveState(request, context) {
      const moved = (await moveState?.(request, context)) ?? null;
      return moved && finish(moved, context.session);
    },
  };
}

/** Returns true for the result of an import of several objects. */
function isMany<T>(result: T | readonly T[]): result is readonly T[] {
  return Array.isArray(result);
}

function withReadOf(read: Handlers["read"], hook: ResourceHooks): Handlers["read"] {
  const inner = hook.aroundRead?.(read) ?? read;
  return async (request, context) => {
    const found = await inner(request, context);
    const result = found && (hook.afterRead?.(found, request, context) ?? found);
    return result && (hook.onResult?.(result, context.session) ?? result);
  };
}
