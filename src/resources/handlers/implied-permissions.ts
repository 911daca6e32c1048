import {
  containsUnknown,
  type JsonValue,
  type ObjectValue,
  type PrivateState,
  type Resource,
  UNKNOWN,
  type Value,
  valuesEqual,
} from "../../plugin";
import type { Session } from "./session";

/** Private state remembers here what the server added to the last write. */
const MEMORY = "impliedPermissions";

/** The computed attribute that shows what the server added. */
const SHOWN = "implied_permissions";

/** How a role type holds its permissions, and what its server adds to them. */
interface ImpliedPermissions {
  /** The attribute that declares permissions. */
  readonly attribute: string;
  /** Returns what the stored permissions contain in addition to the declared ones, in a form for private state. */
  readonly addedTo: (declared: Value, stored: Value) => JsonValue;
  /** Splits stored permissions into those of the role and those that the server added, in a fixed order. */
  readonly split: (stored: Value, memory: JsonValue) => { readonly own: Value; readonly implied: readonly Value[] };
  /** Returns what the server added, as `split` returns it while all of it is stored. */
  readonly remembered: (memory: JsonValue) => readonly Value[];
  /** Whether the stored permissions are the declared ones and what every server adds to them. */
  readonly isImpliedBy: (declared: Value, stored: Value) => boolean;
}

/**
 * The resource with the permissions that the server adds to a write kept out of the declared attribute. They are shown
 * in a computed attribute. A permission that a person adds is drift of the declared attribute, and one that a person
 * removes is drift of either.
 */
export function keepingImpliedApart(
  { attribute, addedTo, split, remembered, isImpliedBy }: ImpliedPermissions,
  resource: Resource<Session>,
): Resource<Session> {
  const apart = (state: ObjectValue, memory: JsonValue): ObjectValue => {
    const { own, implied } = split(state[attribute] ?? null, memory);
    return { ...state, [attribute]: own, [SHOWN]: implied };
  };
  const written = <T extends { readonly state: ObjectValue; readonly private?: PrivateState }>(
    result: T,
    { plan, private: before }: { readonly plan: ObjectValue; readonly private: PrivateState },
  ) => {
    const memory = addedTo(plan[attribute] ?? null, result.state[attribute] ?? null);
    return {
      ...result,
      state: apart(result.state, memory),
      private: { ...(result.private ?? before), [MEMORY]: memory },
    };
  };
  return {
    ...resource,

    async modifyPlan(request, context) {
      const modified = (await resource.modifyPlan?.(request, context)) ?? {};
      const { state, private: memory } = request;
      const plan = modified.plan ?? request.plan;
      if (!state) {
        return modified;
      }
      const [declared = null, stored = null] = [plan[attribute], state[attribute]];
      const isSame = !containsUnknown(declared) && (valuesEqual(stored, declared) || isImpliedBy(declared, stored));
      const isComplete = valuesEqual(state[SHOWN] ?? [], remembered(memory[MEMORY] ?? null));
      return {
        ...modified,
        plan: {
          ...plan,
          [attribute]: isSame ? stored : declared,
          ...(!(isSame && isComplete) && { [SHOWN]: UNKNOWN }),
        },
      };
    },

    async create(request, context) {
      return written(await resource.create(request, context), request);
    },

    async update(request, context) {
      return written(await resource.update(request, context), request);
    },

    async read(request, context) {
      const result = await resource.read(request, context);
      return result && { ...result, state: apart(result.state, request.private[MEMORY] ?? null) };
    },
  };
}
