import { attributeName, type FieldMeta, isPresent } from "../../declaration/field";
import type { IssuePath } from "../../declaration/rules";
import { type ObjectShape, objectsOf, ownFields, type Shape, type VariantsShape } from "../../declaration/shape";
import { validate } from "../../declaration/validate";
import { partsOf } from "../../declaration/visitor";
import { type Diagnostic, DiagnosticError, isUnknown, type ObjectValue } from "../../plugin";
import { remember } from "../../remember";
import type { Session } from "./session";
import { attributePathOf, attributeText, fromTerraform, objectFromTerraform } from "./terraform-form";

/** Checks a configuration against its declaration, as far as it is known, before any server is asked. */
export function validateConfig(shape: ObjectShape | VariantsShape, config: ObjectValue): readonly Diagnostic[] {
  const declared = objectFromTerraform(shape, config);
  const refusals = validate(shape, declared, isUnknown, attributeName).map(({ message, path }): Diagnostic => {
    const attributePath = attributePathOf(shape, path, declared);
    return {
      severity: "error",
      summary: `Invalid ${attributeText(attributePath)}`,
      detail: message,
      path: attributePath,
    };
  });
  return [...refusals, ...deprecations(shape, config), ...neverSentAgain(shape, config)];
}

/**
 * A change of a write-only value cannot be seen: without its version it is sent when the object is created, and then no
 * more.
 */
function neverSentAgain(shape: ObjectShape | VariantsShape, config: ObjectValue): readonly Diagnostic[] {
  return versionedFields(shape).flatMap(({ name, version }): Diagnostic[] => {
    if (!isPresent(config[name]) || isPresent(config[version])) {
      return [];
    }
    const detail =
      `${name} is write-only: neither the state nor the server shows it, so that a change of it goes unseen.\n` +
      `Fix: set ${version}, and change it whenever ${name} changes.`;
    return [{ severity: "warning", summary: `A change of ${name} will not be sent`, detail, path: [name] }];
  });
}

/** The attributes of write-only values, each with that of its version. */
const versionedFields = remember((shape: ObjectShape | VariantsShape) =>
  objectsOf(shape).flatMap(({ fields }) =>
    Object.values(fields).flatMap((field) => {
      const version = fields[field.meta.sentAgainWith ?? ""];
      return version ? [{ name: attributeName(field), version: attributeName(version) }] : [];
    }),
  ),
);

/** The engine marks deprecated attributes in its documentation alone. */
function deprecations(shape: ObjectShape | VariantsShape, config: ObjectValue): readonly Diagnostic[] {
  return deprecatedFields(shape).flatMap(({ name, deprecated }): Diagnostic[] =>
    isPresent(config[name])
      ? [{ severity: "warning", summary: `${name} is deprecated`, detail: deprecated, path: [name] }]
      : [],
  );
}

const deprecatedFields = remember((shape: ObjectShape | VariantsShape) =>
  ownFields(shape).flatMap((field) => {
    const { deprecated } = field.meta;
    return deprecated === undefined ? [] : [{ name: attributeName(field), deprecated }];
  }),
);

/** What a deployment does not know, and what it does with it (docs/internals/api-behavior.md 0, 2.3). */
const UNSUPPORTED = {
  open_source: {
    name: "open-source",
    lacks: ({ managedOnly, managedOnlyValues }: FieldMeta, value: unknown) =>
      managedOnly === true || managedOnlyValues?.includes(value) === true,
    consequence: "Only managed ClickStack knows it; an open-source server drops or refuses it.",
  },
  managed: {
    name: "managed",
    lacks: ({ openSourceOnly }: FieldMeta) => openSourceOnly === true,
    consequence: "Only the open-source server knows it; the managed one refuses it.",
  },
};

/**
 * Refuses what the deployment in use would drop silently, so that it would differ in every plan, or refuse at apply.
 */
export function checkDeployment(
  shape: ObjectShape | VariantsShape,
  plan: ObjectValue,
  { client }: Session,
): readonly Diagnostic[] {
  if (client.observability === undefined) {
    return [];
  }
  const { name, lacks, consequence } = UNSUPPORTED[client.observability];
  const declared = fromTerraform(shape, plan);
  return unsupportedParts(shape, declared, lacks).map((part): Diagnostic => {
    const path = attributePathOf(shape, part.path, declared);
    const value = part.meta.managedOnlyValues ? ` ${JSON.stringify(part.value)}` : "";
    const summary = `The ${name} deployment has no ${attributeText(path)}${value}`;
    return { severity: "error", summary, detail: consequence + fixOf(part), path };
  });
}

/** Names the values that every deployment takes, where only some values are refused. */
function fixOf({ meta: { managedOnlyValues }, shape }: UnsupportedPart): string {
  const values = shape.kind === "string" ? (shape.values ?? []) : [];
  const allowed = values.filter((each) => !managedOnlyValues?.includes(each));
  return managedOnlyValues && allowed.length > 0 ? `\nFix: Use one of ${allowed.join(", ")}.` : " Leave it out.";
}

/** Refuses the same before a write: where the provider's arguments were not known, nobody checked the plan. */
export function assertDeployment(shape: ObjectShape | VariantsShape, config: ObjectValue, session: Session): void {
  const diagnostics = checkDeployment(shape, config, session);
  if (diagnostics.length > 0) {
    throw new DiagnosticError(diagnostics);
  }
}

interface UnsupportedPart {
  readonly path: IssuePath;
  readonly meta: FieldMeta;
  readonly value: unknown;
  readonly shape: Shape;
}

function unsupportedParts(
  shape: Shape,
  value: unknown,
  isLacking: (meta: FieldMeta, value: unknown) => boolean,
  path: IssuePath = [],
): readonly UnsupportedPart[] {
  if (isUnknown(value)) {
    return [];
  }
  return partsOf(shape, value).flatMap((part) => {
    const here = [...path, part.step];
    const meta = part.field?.meta;
    if (meta && isPresent(part.value) && isLacking(meta, part.value)) {
      return [{ path: here, meta, value: part.value, shape: part.shape }];
    }
    return unsupportedParts(part.shape, part.value, isLacking, here);
  });
}
