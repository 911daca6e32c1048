import { type Diagnostic, isUnknown, type ObjectValue } from "../plugin";
import type { ObjectShape, VariantsShape } from "../schema/shape";
import { validate } from "../schema/validate";
import { attributePathOf, attributeText } from "./attribute-path";
import { objectFromTerraform } from "./terraform-form";

/** Checks a configuration against its declaration, as far as it is known, before any server is asked. */
export function validateConfig(shape: ObjectShape | VariantsShape, config: ObjectValue): readonly Diagnostic[] {
  const declared = objectFromTerraform(shape, config);
  return validate(shape, declared, isUnknown).map(({ message, path }) => {
    const attributePath = attributePathOf(shape, path, declared);
    return {
      severity: "error",
      summary: `Invalid ${attributeText(attributePath)}`,
      detail: message,
      path: attributePath,
    };
  });
}
