import { type Diagnostic, isUnknown, type ObjectValue } from "../plugin";
import { attributeName } from "../schema/attribute-name";
import { isPresent } from "../schema/present";
import { type ObjectShape, objectsOf, type VariantsShape } from "../schema/shape";
import { validate } from "../schema/validate";
import { attributePathOf, attributeText } from "./attribute-path";
import { objectFromTerraform } from "./terraform-form";

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

/** A change of a write-only value cannot be seen: without its version it is sent when the object is created, and then no more. */
function neverSentAgain(shape: ObjectShape | VariantsShape, config: ObjectValue): readonly Diagnostic[] {
  const fields = objectsOf(shape).flatMap((object) =>
    Object.values(object.fields).map((field) => ({ field, version: object.fields[field.meta.sentAgainWith ?? ""] })),
  );
  return fields.flatMap(({ field, version }): Diagnostic[] => {
    const name = attributeName(field);
    if (!version || !isPresent(config[name]) || isPresent(config[attributeName(version)])) return [];
    return [
      {
        severity: "warning",
        summary: `A change of ${name} will not be sent`,
        detail:
          `${name} is write-only: neither the state nor the server shows it, so that a change of it goes unseen.
` + `Fix: set ${attributeName(version)}, and change it whenever ${name} changes.`,
        path: [name],
      },
    ];
  });
}

/** The engine marks deprecated attributes in its documentation alone. */
function deprecations(shape: ObjectShape | VariantsShape, config: ObjectValue): readonly Diagnostic[] {
  const fields = objectsOf(shape).flatMap((object) => Object.values(object.fields));
  return fields.flatMap((field): Diagnostic[] => {
    const name = attributeName(field);
    const { deprecated } = field.meta;
    if (deprecated === undefined || !isPresent(config[name])) return [];
    return [{ severity: "warning", summary: `${name} is deprecated`, detail: deprecated, path: [name] }];
  });
}
