import { randomUUID } from "node:crypto";
import {
  DiagnosticError,
  type ExactJsonObject,
  type HandlerContext,
  isObjectValue,
  isUnknownValue,
  type ObjectValue,
  type Resource,
  UNKNOWN,
  type Value,
  type WriteResult,
} from "../../../../src/plugin";
import type { Store } from "./store";
import { thingSchema } from "./thing-schema";

type Write = { readonly config: ObjectValue; readonly plan: ObjectValue; readonly private: ExactJsonObject };

/** A resource that stores its objects in a folder, and fails on request. */
export const thing: Resource<Store> = {
  schema: thingSchema,
  identity: { attributes: { id: { type: "string", description: "Its name in the store.", requiredForImport: true } } },
  create: (request, context) => write(randomUUID(), 1, request, context),
  expectRead: ({ state }, { log }) => log.info(`a read of ${state.id} is expected`),

  read: async ({ state, private: kept, identity }, { session, log }) => {
    const id = String(identity?.id ?? state.id);
    const revision = session.revision(id);
    log.debug("read a thing", { id, keptRevision: kept.revision });
    if (revision === undefined) {
      return null;
    }
    return { state: { name: "imported", ...known(state), id, revision }, identity: { id } };
  },
  update: (request, context) => write(String(request.state.id), Number(request.private.revision) + 1, request, context),
  delete: async ({ state }, { session }) => {
    if (state.misbehave === "keep") {
      throw new Error("it does not want to go");
    }
    session.remove(String(state.id));
  },
  validate: ({ config }) =>
    config.name === "forbidden"
      ? [{ severity: "error", summary: "Forbidden name", detail: "Choose another one.", path: ["name"] }]
      : [],
  modifyPlan: async ({ plan, state }) => ({
    ...(state && plan !== state && { plan: { ...plan, revision: UNKNOWN, secret_length: UNKNOWN } }),
    diagnostics:
      state && plan.region !== state.region
        ? [
            {
              severity: "warning",
              summary: "Moving house",
              detail: "The thing moves to another region.",
              path: ["region"],
            },
          ]
        : [],
  }),
  planDestroy: async ({ state }) => {
    if (state.name !== "protected") {
      return undefined;
    }
    return {
      diagnostics: [{ severity: "error", summary: "Protected", detail: "This thing may not go.", path: ["name"] }],
    };
  },
  import: async ({ id, identity }) => ({ state: { id: identity?.id ?? id }, private: { revision: 1 } }),
  upgradeState: { 1: ({ title, ...rest }) => ({ ...rest, name: title ?? null }) },
  moveState: async ({ sourceType, sourceState }) =>
    sourceType === "null_resource" ? { state: { id: String(sourceState.id), name: "moved" } } : null,
};

async function write(
  id: string,
  revision: number,
  request: Write,
  context: HandlerContext<Store>,
): Promise<WriteResult> {
  const { config, plan } = request;
  if (plan.misbehave === "throw") {
    throw new Error("the store is on fire");
  }
  if (plan.misbehave === "leak") {
    context.log.error(`sending ${config.secret}`);
    throw new Error(`${config.secret} was refused`);
  }
  if (plan.misbehave === "refuse") {
    throw new DiagnosticError({
      severity: "error",
      summary: "Refused",
      detail: "The store refuses the change.",
      path: ["tiles", { key: "a" }, "title"],
    });
  }
  if (plan.misbehave === "wait") {
    context.log.info("waiting for the stop");
    await stopped(context.signal);
  }
  if (plan.misbehave === "give_up") {
    context.log.info("waiting for the stop");
    await stopped(context.signal);
    throw context.signal.reason;
  }
  if (plan.misbehave === "warn") {
    context.session.warn("The store is slow", "It is full of things.");
  }
  if (plan.misbehave === "hold") {
    const released = new Promise((resolve) => process.once("SIGUSR2", resolve));
    context.log.info("waiting for the release");
    await released;
  }
  if (plan.misbehave === "stray") {
    void Promise.reject(new Error("no caller waits for this"));
  }
  context.session.write(id, revision);
  const state: ObjectValue = {
    ...filled(plan, id),
    revision,
    token: `token of ${id}`,
    secret_length: typeof config.secret === "string" ? config.secret.length : 0,
  };
  const result = { private: { revision }, identity: { id } };
  if (plan.misbehave === "half") {
    const diagnostics = [
      { severity: "error", summary: "Half done", detail: "The thing is there but not right." },
    ] as const;
    return { ...result, state, diagnostics };
  }
  if (plan.misbehave === "differ") {
    return { ...result, state: { ...state, name: "another", level: String(plan.level).toUpperCase() } };
  }
  if (plan.misbehave === "unknown") {
    return { ...result, state: { ...state, token: plan.token ?? null } };
  }
  if (plan.misbehave === "no_id") {
    return { ...result, state: { ...state, id: null } };
  }
  if (plan.misbehave === "unfit") {
    return { ...result, state: { ...state, token: 7 } };
  }
  return { ...result, state };
}

/** Returns the plan with an id instead of every unknown value. */
function filled(plan: ObjectValue, id: string): ObjectValue {
  const fill = (value: Value, path: string): Value => {
    if (isUnknownValue(value)) {
      return path;
    }
    if (Array.isArray(value)) {
      return value.map((element, index) => fill(element, `${path}/${index}`));
    }
    if (!isObjectValue(value)) {
      return value;
    }
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner, `${path}/${name}`)]));
  };
  const { id: _, ...rest } = plan;
  return {
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, fill(value, `${id}/${name}`)])),
    id,
  };
}

function known(state: ObjectValue): ObjectValue {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== null));
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
    } else {
      signal.addEventListener("abort", () => resolve(), { once: true });
    }
  });
}
