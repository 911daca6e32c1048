import type { ApiClient } from "../client/collections/api-client";
import { ClientError, clientErrorOf } from "../client/http/errors";
import { abandonable } from "../client/waiting";
import type { FieldMeta, ServerVersion } from "../declaration/field";
import { isEmpty } from "../declaration/server-defaults";
import { type CompoundShape, collectFields, compoundShapeOf } from "../declaration/shape";
import { ownValue } from "../own-values";
import {
  type AttributePath,
  type Diagnostic,
  DiagnosticError,
  type ObjectValue,
  pathText,
  problem,
  valuesEqual,
  warning,
} from "../plugin";
import { remember } from "../remember";
import { dashboards } from "./dashboard/api";
import type { TypeWithObjects } from "./resource-type";
import type { ResourceHooks } from "./shared/hooks";
import { isRefusedRequest } from "./shared/report-failure";
import type { Call, Session } from "./shared/session";
import { attributePathOf, isDeclaredFields, objectFromTerraform } from "./shared/terraform-form";
import { partsWhere } from "./shared/validate-config";

/** Bounds of the version of an open-source server that its features prove. Both are absent if nothing is proven. */
export interface ProvenVersions {
  readonly atLeast?: ServerVersion;
  /** The server is older than this version. */
  readonly before?: ServerVersion;
}

/** A dashboard with a filter of version 2.38 and a field of version 2.39 (docs/internals/api-behavior.md 6.3, 6.5). */
const PROBE = {
  name: "version",
  tiles: [],
  filters: [{ type: "STATIC_LIST", name: "version", options: ["any"], minSelections: 1 }],
};

/**
 * Detects the version of an open-source server by a validation, which stores nothing
 * (docs/internals/api-behavior.md 6.5). The API does not return the version.
 */
export async function provenVersions(client: ApiClient): Promise<ProvenVersions> {
  if (client.observability !== "open_source") {
    return {};
  }
  const validation = await client.collection(dashboards).validate(PROBE).catch(clientErrorOf);
  if (validation === undefined || validation instanceof ClientError) {
    return {};
  }
  const { valid, errors } = validation;
  if (valid) {
    return { atLeast: "2.39" };
  }
  if (errors.some(({ path }) => /^filters\b.*\btype$/.test(path))) {
    return { before: "2.38" };
  }
  const isOnlyField = errors.length > 0 && errors.every(({ path }) => path.startsWith("filters"));
  return isOnlyField ? { atLeast: "2.38", before: "2.39" } : {};
}

const versionsOfServer = remember(({ client }: Session) => provenVersions(client));

/** A declared attribute or value that open-source servers support only since a version. */
export interface NewerPart {
  readonly path: AttributePath;
  /** The attribute, and its value if the version belongs to it. */
  readonly text: string;
  readonly value: unknown;
  readonly since: ServerVersion;
}

/** Returns the parts of a configuration that older servers do not support. */
export function newerParts(shape: CompoundShape, config: ObjectValue): readonly NewerPart[] {
  const declared = objectFromTerraform(shape, config);
  const parts = partsWhere(shape, declared, (meta, value) => sinceOf(meta, value) !== undefined);
  return parts.flatMap(({ path, meta, value }) => {
    const since = sinceOf(meta, value);
    const attribute = attributePathOf(shape, path, declared);
    const text = pathText(attribute) + (meta.sinceValues ? ` ${JSON.stringify(value)}` : "");
    return since ? [{ path: attribute, text, value, since }] : [];
  });
}

function sinceOf({ since, sinceValues = {}, ...meta }: FieldMeta, value: unknown): ServerVersion | undefined {
  // A request leaves the default out.
  if (meta.defaultIsOmitted && value === meta.serverDefault) {
    return undefined;
  }
  return (typeof value === "string" ? ownValue(sinceValues, value) : undefined) ?? since;
}

/** Returns true if a server of these versions cannot support the part. Versions compare as texts. */
export function isTooNew({ since }: NewerPart, { before }: ProvenVersions): boolean {
  return before !== undefined && before <= since;
}

/**
 * Refuses attributes and values that an older open-source server would drop or refuse. If the plan could not check one
 * and the server refuses or drops it, the message names the required version.
 */
export function serverVersionHooks({ declaration }: TypeWithObjects): ResourceHooks {
  const shape = declaration && compoundShapeOf(declaration());
  if (!shape || !collectFields(shape).some(({ meta }) => meta.since ?? meta.sinceValues)) {
    return {};
  }
  /** Returns the parts that the server may not support, and the refusals of those that it cannot support. */
  const uncertain = async (config: ObjectValue, { session, signal }: Call) => {
    const parts = session.client.observability === "open_source" ? newerParts(shape, config) : [];
    const versions = parts.length > 0 ? await abandonable(versionsOfServer(session), signal) : {};
    const { atLeast = "" } = versions;
    const refusals = parts.filter((part) => isTooNew(part, versions)).map(unsupported);
    return { parts: parts.filter(({ since }) => atLeast < since), refusals };
  };
  return {
    async checkPlan({ config, plan, state }, { session, signal }) {
      const isUnchanged = state !== null && valuesEqual(state, plan);
      return session && !isUnchanged ? (await uncertain(config, { session, signal })).refusals : [];
    },

    aroundWrite: (write) => async (request, context) => {
      const { parts, refusals } = await uncertain(request.config, context);
      if (refusals.length > 0) {
        throw new DiagnosticError(refusals);
      }
      const result = await write(request, context).catch((error: unknown) => {
        throw isRefusedRequest(error) ? withVersions(error, parts) : error;
      });
      const warnings = parts.filter((part) => isDropped(part, result.state)).map(dropped);
      return warnings.length === 0 ? result : { ...result, diagnostics: [...(result.diagnostics ?? []), ...warnings] };
    },
  };
}

const requirementOf = ({ text, since }: NewerPart) =>
  `${text} requires an open-source server of version ${since} or later.`;

const UPDATE = "\nFix: Update the server, or leave it out.";

function unsupported(part: NewerPart): Diagnostic {
  const detail = `${requirementOf(part)} This server is older, and would drop or refuse it.${UPDATE}`;
  return problem(`This server does not support ${part.text}`, detail, part.path);
}

function dropped(part: NewerPart): Diagnostic {
  const detail = `${requirementOf(part)} This server dropped the value, so the next plan shows it again.${UPDATE}`;
  return warning(`The server did not store ${part.text}`, detail, part.path);
}

function isDropped({ path, value }: NewerPart, state: ObjectValue): boolean {
  const steps = path.map((step) => String(typeof step === "object" ? step.key : step));
  const stored = steps.reduce<unknown>((inner, step) => isDeclaredFields(inner) && ownValue(inner, step), state);
  return !stored && Boolean(value) && !isEmpty(value);
}

/** Adds the versions that the refused attributes require; of all attributes if the refusal names none of them. */
function withVersions({ diagnostics, sharedCause, cause }: DiagnosticError, parts: readonly NewerPart[]) {
  const explained = diagnostics.map((each) => {
    const refused = pathText(each.path ?? []);
    const isNamed = ({ path }: NewerPart) => {
      const text = pathText(path);
      return refused !== "" && (text.startsWith(refused) || refused.startsWith(text));
    };
    const required = (parts.some(isNamed) ? parts.filter(isNamed) : parts).map(requirementOf);
    return required.length === 0 ? each : { ...each, detail: `${[each.detail, ...required].join("\n")}${UPDATE}` };
  });
  return new DiagnosticError(explained, sharedCause, { cause });
}
