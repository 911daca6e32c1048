import {
  containsUnknown,
  type ExactJson,
  isList,
  type ObjectValue,
  type PrivateState,
  type Resource,
  UNKNOWN,
  type Value,
  valuesEqual,
} from "../../plugin";
import type { Session } from "./session";

/** Key of private state for the permissions that the server added to the last write. */
const MEMORY = "impliedPermissions";

/** Name of the computed attribute that shows the permissions that the server added. */
const SHOWN = "implied_permissions";

/** Describes how a role type stores its permissions and how its server extends them. */
interface ImpliedPermissions {
  /** The attribute that declares permissions. */
  readonly attribute: string;
  /** Returns the permissions that the server added to the declared ones, in a form for private state. */
  readonly addedTo: (declared: Value, stored: Value) => ExactJson;
  /** Splits stored permissions into declared ones and those that the server added, in a fixed order. */
  readonly split: (stored: Value, memory: ExactJson) => { readonly own: Value; readonly implied: readonly Value[] };
  /** Returns the added permissions, as `split` returns them while all of them are stored. */
  readonly remembered: (memory: ExactJson) => readonly Value[];
  /** Returns true when the stored permissions are the declared ones plus those that every server adds. */
  readonly isImpliedBy: (declared: Value, stored: Value) => boolean;
}

/**
 * Keeps the permissions that the server adds to a write out of the declared attribute and shows them in a computed
 * attribute. A permission that a user adds in the UI is drift of the declared attribute. One that a user removes is
 * drift of either attribute.
 */
export function keepingImpliedApart(
  { attribute, addedTo, split, remembered, isImpliedBy }: ImpliedPermissions,
  resource: Resource<Session>,
): Resource<Session> {
  const apart = (state: ObjectValue, memory: ExactJson): ObjectValue => {
    const { own, implied } = split(state[attribute] ?? null, memory);
    return { ...state, [attribute]: own, [SHOWN]: implied };
  };
  /** For the delete of a tainted object, Terraform passes the private state of the planned create, which is empty. */
  const memoryFrom = (prior: ObjectValue, observed: ObjectValue): ExactJson => {
    const shown = prior[SHOWN] ?? null;
    return isList(shown) && shown.length > 0 ? addedTo(prior[attribute] ?? null, observed[attribute] ?? null) : null;
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
      if (!result) {
        return result;
      }
      const memory = request.private[MEMORY] ?? memoryFrom(request.state, result.state);
      return { ...result, state: apart(result.state, memory) };
    },
  };
}
