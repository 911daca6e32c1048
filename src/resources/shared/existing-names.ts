import type { ApiRecord } from "../../client";
import { ClientError, clientErrorOf, listed } from "../../client/http/errors";
import type { DeclaredFields } from "../../declaration/field";
import { type Diagnostic, isUnknownValue, type ObjectValue, problem, warning } from "../../plugin";
import type { TypeWithObjects } from "../resource-type";
import type { ResourceHooks } from "./hooks";
import { withArticle } from "./report-failure";
import type { Call, Session } from "./session";

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
      // An apply plans each object again. The plan has already shown the warnings. This check would delay each create.
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
  const shown = await collection(session.client).readShown({ signal }).catch(clientErrorOf);
  if (shown instanceof ClientError) {
    const detail = `The server's list could not be read: ${shown.message}`;
    return [warning(`Could not check for another ${api.name} named "${name}"`, detail, NAME)];
  }
  const records = shown.records.filter((record) => isAlike(record, plan, resourceType));
  const ids = records.map(({ id }) => id);
  const unmanaged = () => ids.filter((id) => !session.managed.has(type, id));
  if (unmanaged().length > 0) {
    await session.managed.settled(signal);
  }
  const isOfEarlierRun = (id: string) => session.journal?.isKnown(id) ?? false;
  const interrupted = unmanaged().filter(isOfEarlierRun);
  const found = unmanaged().filter((id) => !isOfEarlierRun(id));
  if (session.onExistingName === "adopt" && found.length < ids.length) {
    return [problem(`Two ${api.name} resources would have the name "${name}"`, MANAGED_NAME, NAME)];
  }
  if (resourceType.refusesSameName && records.some((record) => api.isPredefined?.(record))) {
    const detail = `The server refuses a second ${api.name} with the same name, and a predefined one cannot be changed.\nFix: Choose another name.`;
    return [problem(`A predefined ${api.name} has the name "${name}"`, detail, NAME)];
  }
  const diagnostics = found.length === 0 ? [] : [existing(resourceType, plan, found, session.onExistingName)];
  if (interrupted.length > 0) {
    const detail = `The apply adopts it if it equals the declaration, and creates another one if it does not: ${interrupted.join(", ")}.`;
    const summary = `An interrupted run created the ${api.name} "${name}", which is in no state`;
    diagnostics.unshift(warning(summary, detail, NAME));
  }
  const { incomplete } = shown;
  if (ids.length === 0 && incomplete && session.isFirst(`incomplete list of ${api.plural}`)) {
    const detail = `${incomplete.message} An object that the list lacks may have a planned name.\nFix: Compare the names in the UI before the apply.`;
    diagnostics.push(warning(`Could not check whether planned names of ${api.plural} already exist`, detail, NAME));
  }
  return diagnostics;
}

const NAME = ["name"];

const MANAGED_NAME =
  'With on_existing_name = "adopt", the provider finds objects by name. An object with this name is already managed.\n' +
  "Fix: Choose another name for one of the two.";

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
  mode: Session["onExistingName"],
): Diagnostic {
  const [id = ""] = ids;
  // An unknown attribute may distinguish the two objects.
  const isSame = Object.keys(alsoBy).every((attribute) => !isUnknownValue(plan[attribute]));
  const refusesSameName = resourceType.refusesSameName === true && isSame;
  const otherwise = refusesSameName ? "fails if it does not" : "creates another one if it does not";
  const adopts = `The apply adopts it if it equals the declaration, and ${otherwise}.`;
  const unique = `The server refuses a second ${api.name} with the same ${["name", ...Object.keys(alsoBy)].join(" and ")}. If the apply replaces this one, remove create_before_destroy.`;
  const creates = refusesSameName
    ? unique
    : "The apply creates another one. If it replaces this one with create_before_destroy, no action is required.";
  const isRefused = mode === "fail" || (mode === "warn" && refusesSameName);
  const adopting = refusesSameName ? `Or choose another name. ${ADOPT_ALL}` : "Or choose another name.";
  return {
    severity: isRefused ? "error" : "warning",
    summary: `The server already has ${withArticle(api.name)} with the name "${String(plan.name)}"`,
    detail:
      `No state that this run can see contains it: ${listed(ids, MAX_LISTED_NAMES)}. ${mode === "adopt" ? adopts : mode === "warn" ? creates : ""}`.trimEnd() +
      `\nFix: To manage the existing one, add this to the configuration:\n\n  import {\n    to = ${type}.NAME\n    id = "${id}"\n  }\n\nIn a TypeScript program, call importFrom("${id}") on its construct. ` +
      (isRefused ? adopting : `To create another one, choose another name.${mode === "warn" ? ` ${ADOPT_ALL}` : ""}`),
    path: NAME,
  };
}

const ADOPT_ALL =
  'If a state was lost, set on_existing_name = "adopt" in the provider block (onExistingName: "adopt" in TypeScript) for one apply: it adopts every object that equals its declaration.';
