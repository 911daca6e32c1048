import type { ApiRecord } from "../../client";
import { ClientError } from "../../client/http/errors";
import type { DeclaredFields } from "../../declaration/field";
import { type Diagnostic, isUnknownValue, type ObjectValue } from "../../plugin";
import type { TypeWithObjects } from "../resource-type";
import type { ResourceHooks } from "./hooks";
import { withArticle } from "./report-failure";
import type { Call, OnExistingName } from "./session";

/** Maximum number of ids in one message. */
const MAX_LISTED_NAMES = 3;

/**
 * Checks planned creates for unmanaged objects with the same name. Such an object is probably the intended one, for
 * example after a state was lost. The check costs one list request per resource type.
 */
export function existingNameHooks(type: TypeWithObjects): ResourceHooks {
  return {
    checkPlan({ state, plan }, { session, signal }) {
      if (!session || state !== null) {
        return [];
      }
      // An apply plans each object again. The plan has already shown the warnings, and a wait would delay each create.
      if (session.managed.isApplying && session.onExistingName === "warn" && !type.refusesSameName) {
        return [];
      }
      return existingNames(type, plan, { session, signal });
    },
    afterCreate(result, _, { session }) {
      session.managed.noteCreated(type.type, result.state);
      return result;
    },
  };
}

async function existingNames(
  resourceType: TypeWithObjects,
  plan: ObjectValue,
  { session, signal }: Call,
): Promise<readonly Diagnostic[]> {
  const { type, api, collection } = resourceType;
  const { name } = plan;
  if (typeof name !== "string" || name === "") {
    return [];
  }
  const alike = async () => {
    const { records, incomplete } = await collection(session.client).readShown({ signal });
    return { incomplete, records: records.filter((record) => isAlike(record, plan, resourceType)) };
  };
  const unmanaged = (ids: readonly string[]) => ids.filter((id) => !session.managed.has(type, id));
  try {
    const { records, incomplete } = await alike();
    const ids = records.map(({ id }) => id);
    if (unmanaged(ids).length > 0) {
      await session.managed.settled(signal);
    }
    const [interrupted, found] = split(unmanaged(ids), (id) => session.journal?.isKnown(id) ?? false);
    if (session.onExistingName === "adopt" && found.length < ids.length) {
      return [sameNameTwice(api.name, name)];
    }
    const taken = resourceType.refusesSameName && records.find((record) => api.isPredefined?.(record));
    if (taken) {
      return [predefinedName(name, api.name)];
    }
    return [
      ...(interrupted.length === 0 ? [] : [leftByEarlierRun(name, interrupted, api.name)]),
      ...(found.length === 0 ? [] : [existing(resourceType, plan, found, session.onExistingName)]),
      ...(ids.length === 0 && incomplete && session.isFirst(`incomplete list of ${api.plural}`)
        ? [namesNotChecked(api.plural, incomplete)]
        : []),
    ];
  } catch (error) {
    if (!(error instanceof ClientError)) {
      throw error;
    }
    return [
      {
        severity: "warning",
        summary: `Could not check for another ${api.name} named "${name}"`,
        detail: `The server's list could not be read: ${error.message}`,
        path: ["name"],
      },
    ];
  }
}

function isAlike(record: ApiRecord & DeclaredFields, plan: ObjectValue, { alsoBy = {} }: TypeWithObjects): boolean {
  if (typeof record.name !== "string" || record.name.trim() !== String(plan.name).trim()) {
    return false;
  }
  return Object.entries(alsoBy).every(([attribute, field]) => {
    const planned = plan[attribute] ?? null;
    return planned === null || isUnknownValue(planned) || record[field] === undefined || record[field] === planned;
  });
}

function existing(
  { type, api, alsoBy = {}, ...resourceType }: TypeWithObjects,
  plan: ObjectValue,
  ids: readonly string[],
  mode: OnExistingName,
): Diagnostic {
  const [id = ""] = ids;
  // An unknown attribute may distinguish the two objects.
  const isSame = Object.keys(alsoBy).every((attribute) => !isUnknownValue(plan[attribute]));
  const refusesSameName = resourceType.refusesSameName === true && isSame;
  const listed =
    ids.slice(0, MAX_LISTED_NAMES).join(", ") +
    (ids.length > MAX_LISTED_NAMES ? ` and ${ids.length - MAX_LISTED_NAMES} more` : "");
  const otherwise = refusesSameName ? "fails if it does not" : "creates another one if it does not";
  const adopts = `The apply adopts it if it equals the declaration, and ${otherwise}.`;
  const unique = `The server refuses a second ${api.name} with the same ${["name", ...Object.keys(alsoBy)].join(" and ")}. If the apply replaces this one, remove create_before_destroy.`;
  const creates = refusesSameName
    ? unique
    : "The apply creates another one. If it replaces this one with create_before_destroy, no action is required.";
  const isRefused = mode === "fail" || (mode === "warn" && refusesSameName);
  const adopting = refusesSameName
    ? 'Or choose another name, or set on_existing_name = "adopt" in the provider block.'
    : "Or choose another name.";
  return {
    severity: isRefused ? "error" : "warning",
    summary: `The server already has ${withArticle(api.name)} with the name "${String(plan.name)}"`,
    detail:
      `No state that this run can see contains it: ${listed}. ${mode === "adopt" ? adopts : mode === "warn" ? creates : ""}`.trimEnd() +
      `\nFix: To manage the existing one, add this to the configuration:\n\n  import {\n    to = ${type}.NAME\n    id = "${id}"\n  }\n\nIn a TypeScript program, call importFrom("${id}") on its construct. ` +
      (isRefused ? adopting : "To create another one, choose another name."),
    path: ["name"],
  };
}

function namesNotChecked(plural: string, { message }: ClientError): Diagnostic {
  return {
    severity: "warning",
    summary: `Could not check whether planned names of ${plural} already exist`,
    detail: `${message} One that is not shown may have a planned name.\nFix: Compare the names in the UI before the apply.`,
    path: ["name"],
  };
}

function predefinedName(name: string, noun: string): Diagnostic {
  return {
    severity: "error",
    summary: `A predefined ${noun} has the name "${name}"`,
    detail: `The server refuses a second ${noun} with the same name, and a predefined one cannot be changed.\nFix: Choose another name.`,
    path: ["name"],
  };
}

function leftByEarlierRun(name: string, ids: readonly string[], noun: string): Diagnostic {
  return {
    severity: "warning",
    summary: `An interrupted run created the ${noun} "${name}", which is in no state`,
    detail: `The apply adopts it if it equals the declaration, and creates another one if it does not: ${ids.join(", ")}.`,
    path: ["name"],
  };
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

function sameNameTwice(noun: string, name: string): Diagnostic {
  return {
    severity: "error",
    summary: `Two ${noun} resources would have the name "${name}"`,
    detail:
      'With on_existing_name = "adopt", the provider finds objects by name. An object with this name is already managed.\n' +
      "Fix: Choose another name for one of the two.",
    path: ["name"],
  };
}
