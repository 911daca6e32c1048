import {
  type CreateRequest,
  containsUnknown,
  type ExactJson,
  isList,
  isObjectValue,
  type ObjectValue,
  type PrivateState,
  type Resource,
  UNKNOWN,
  type Value,
  valuesEqual,
  type WriteResult,
} from "../../plugin";
import { type ResourceHooks, withHooks, withMemory } from "./hooks";
import type { Session } from "./session";

/** Key of private state for the permissions that the server added to the last write. */
const MEMORY = "impliedPermissions";

/** Name of the computed attribute that shows the permissions that the server added. */
const SHOWN = "implied_permissions";

/** Describes how a role type stores its permissions and how its server extends them. */
interface ImpliedPermissions<Added> {
  /** The attribute that declares permissions. */
  readonly attribute: string;
  /** Returns the permissions that the server added to the declared ones, in a form for private state. */
  readonly addedTo: (declared: Permissions, stored: Permissions) => readonly Added[];
  /** Splits stored permissions into declared ones and those that the server added, in a fixed order. */
  readonly split: (stored: Permissions, added: readonly Added[]) => { own: Value; implied: readonly Value[] };
  /** Returns the added permissions, as `split` returns them while all of them are stored. */
  readonly remembered: (added: readonly Added[]) => readonly Value[];
  /** Returns true when the stored permissions are the declared ones plus those that every server adds. */
  readonly isImpliedBy: (declared: Permissions, stored: Permissions) => boolean;
}

type Permissions = readonly ObjectValue[];

/**
 * Keeps the permissions that the server adds to a write out of the declared attribute and shows them in a computed
 * attribute. A permission that a user adds in the UI is drift of the declared attribute. A permission that a user
 * removes is drift of the attribute that contained it.
 */
export function keepingImpliedApart<Added>(
  { attribute, addedTo, split, remembered, isImpliedBy }: ImpliedPermissions<Added>,
  resource: Resource<Session>,
): Resource<Session> {
  const permissionsIn = ({ [attribute]: list = null }: ObjectValue): Permissions =>
    isList(list) ? list.filter(isObjectValue) : [];
  const apart = (state: ObjectValue, added: readonly Added[]): ObjectValue => {
    const { own, implied } = split(permissionsIn(state), added);
    return { ...state, [attribute]: own, [SHOWN]: implied };
  };
  const memoryIn = ({ [MEMORY]: memory }: PrivateState) =>
    Array.isArray(memory) ? (memory as unknown as readonly Added[]) : undefined;
  /** For the delete of a tainted object, Terraform passes the private state of the planned create, which is empty. */
  const memoryFrom = (prior: ObjectValue, observed: ObjectValue): readonly Added[] => {
    const shown = prior[SHOWN] ?? null;
    return isList(shown) && shown.length > 0 ? addedTo(permissionsIn(prior), permissionsIn(observed)) : [];
  };
  const written = (result: WriteResult, request: CreateRequest): WriteResult => {
    const added = addedTo(permissionsIn(request.plan), permissionsIn(result.state));
    const own = { ...result, state: apart(result.state, added) };
    return withMemory(own, request, MEMORY, added as unknown as ExactJson);
  };
  const hooks: ResourceHooks = {
    afterPlan(modified, { plan: planned, state, private: memory }) {
      const plan = modified.plan ?? planned;
      if (!state) {
        return modified;
      }
      const [declared = null, stored = null] = [plan[attribute], state[attribute]];
      const isSame =
        !containsUnknown(declared) &&
        (valuesEqual(stored, declared) || isImpliedBy(permissionsIn(plan), permissionsIn(state)));
      const isComplete = valuesEqual(state[SHOWN] ?? [], remembered(memoryIn(memory) ?? []));
      return {
        ...modified,
        plan: {
          ...plan,
          [attribute]: isSame ? stored : declared,
          ...(!(isSame && isComplete) && { [SHOWN]: UNKNOWN }),
        },
      };
    },

    afterCreate: written,
    afterUpdate: written,

    afterRead(result, { state, private: memory }) {
      return { ...result, state: apart(result.state, memoryIn(memory) ?? memoryFrom(state, result.state)) };
    },
  };
  return withHooks(resource, [hooks]);
}
