import { attributeName, type FieldMeta, isPresent } from "../../declaration/field";
import type { Issue, IssuePath } from "../../declaration/rules";
import { type CompoundShape, declaredFieldsOf, objectsOf, type Shape } from "../../declaration/shape";
import { validateWithWarnings } from "../../declaration/validate";
import { partsOf } from "../../declaration/visitor";
import { type Diagnostic, isUnknownValue, type ObjectValue, pathText, problem, warning } from "../../plugin";
import { throwErrors } from "./report-failure";
import type { Session } from "./session";
import { attributePathOf, fromTerraform, objectFromTerraform } from "./terraform-form";

/** Checks the known parts of a configuration against its declaration, before any request. */
export function validateConfig(shape: CompoundShape, config: ObjectValue): readonly Diagnostic[] {
  const declared = objectFromTerraform(shape, config);
  const { issues, warnings } = validateWithWarnings(shape, declared, isUnknownValue, attributeName);
  const toDiagnostics = (summary: string, problems: readonly Issue[], diagnostic: typeof problem) =>
    problems.map(({ message, path: below, syntax }) => {
      const path = attributePathOf(shape, below, declared);
      const start = syntax === undefined ? summary : syntax === "odd" ? "Unexpected syntax of" : "Invalid syntax of";
      return diagnostic(`${start} ${pathText(path)}`, message, path);
    });
  const errors = toDiagnostics("Invalid", issues, problem);
  return [
    ...errors,
    ...toDiagnostics("The server may refuse", warnings, warning),
    ...deprecations(shape, config),
    ...neverSentAgain(shape, config),
  ];
}

/** Warns of a write-only value without a version: a change cannot be detected, so only the create sends it. */
function neverSentAgain(shape: CompoundShape, config: ObjectValue): readonly Diagnostic[] {
  return objectsOf(shape).flatMap(({ fields }) =>
    Object.values(fields).flatMap((field) => {
      const versionField = fields[field.meta.sentAgainWith ?? ""];
      const [name, version] = [attributeName(field), versionField && attributeName(versionField)];
      if (version === undefined || !isPresent(config[name]) || isPresent(config[version])) {
        return [];
      }
      const detail =
        `${name} is write-only: neither the state nor the server shows it, so the provider cannot detect a change.\n` +
        `Fix: Set ${version}, and change it whenever ${name} changes.`;
      return [warning(`A change of ${name} will not be sent`, detail, [name])];
    }),
  );
}

/** Warns of deprecated attributes, because the engine marks them only in its documentation. */
function deprecations(shape: CompoundShape, config: ObjectValue): readonly Diagnostic[] {
  return declaredFieldsOf(shape).flatMap((field) => {
    const [name, { deprecated }] = [attributeName(field), field.meta];
    const isGiven = deprecated !== undefined && isPresent(config[name]);
    return isGiven ? [warning(`${name} is deprecated`, deprecated, [name])] : [];
  });
}

/** Unsupported attributes of each deployment, and their effect (docs/internals/api-behavior.md 0, 2.3). */
const UNSUPPORTED = {
  open_source: {
    name: "open-source",
    lacks: ({ managedOnly, managedOnlyValues }: FieldMeta, value: unknown) =>
      managedOnly === true || managedOnlyValues?.includes(value) === true,
    consequence: "Only managed ClickStack supports it; an open-source server drops or refuses it.",
  },
  managed: {
    name: "managed",
    lacks: ({ openSourceOnly }: FieldMeta) => openSourceOnly === true,
    consequence: "Only the open-source server supports it; the managed one refuses it.",
  },
};

/** Refuses attributes that the deployment would refuse in the apply or drop silently. */
export function checkDeployment(shape: CompoundShape, plan: ObjectValue, { client }: Session): readonly Diagnostic[] {
  if (client.observability === undefined) {
    return [];
  }
  const { name, lacks, consequence } = UNSUPPORTED[client.observability];
  const declared = fromTerraform(shape, plan);
  return partsWhere(shape, declared, lacks).map((part) => {
    const path = attributePathOf(shape, part.path, declared);
    const value = part.meta.managedOnlyValues ? ` ${JSON.stringify(part.value)}` : "";
    return problem(`The ${name} deployment has no ${pathText(path)}${value}`, consequence + fixOf(part), path);
  });
}

/** Returns the fix. If only some values are refused, it lists the values that every deployment accepts. */
function fixOf({ meta: { managedOnlyValues }, shape }: FoundPart): string {
  const values = shape.kind === "string" ? (shape.values ?? []) : [];
  const allowed = values.filter((each) => !managedOnlyValues?.includes(each));
  return managedOnlyValues && allowed.length > 0 ? `\nFix: Use one of ${allowed.join(", ")}.` : " Leave it out.";
}

/** Repeats the check before a write, because the plan does not check while provider arguments are unknown. */
export function assertDeployment(shape: CompoundShape, config: ObjectValue, session: Session): void {
  throwErrors(checkDeployment(shape, config, session));
}

interface FoundPart {
  readonly path: IssuePath;
  readonly meta: FieldMeta;
  readonly value: unknown;
  readonly shape: Shape;
}

/**
 * Returns the declared fields that have a value and pass a test, at every depth. Fields inside a returned field are not
 * tested.
 */
export function partsWhere(
  shape: Shape,
  value: unknown,
  test: (meta: FieldMeta, value: unknown, shape: Shape) => boolean,
  path: IssuePath = [],
): readonly FoundPart[] {
  if (isUnknownValue(value)) {
    return [];
  }
  return partsOf(shape, value).flatMap((part) => {
    const here = [...path, part.step];
    const meta = part.field?.meta;
    if (meta && isPresent(part.value) && test(meta, part.value, part.shape)) {
      return [{ path: here, meta, value: part.value, shape: part.shape }];
    }
    return partsWhere(part.shape, part.value, test, here);
  });
}
