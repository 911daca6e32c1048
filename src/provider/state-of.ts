import type { ObjectValue } from "../plugin";
import type { Fields } from "../schema/field";
import { inDeclaredForm } from "../schema/meaning";
import { withServerDefaults } from "../schema/server-defaults";
import type { ObjectShape, VariantsShape } from "../schema/shape";
import { objectFromTerraform, objectToTerraform } from "./terraform-form";

/**
 * The Terraform state of an observed object: echoed defaults filled in, and in the author's form wherever that means the same.
 * @param declared the plan after a write, the prior state in a read.
 */
export function stateOf(shape: ObjectShape | VariantsShape, observed: Fields, declared: ObjectValue): ObjectValue {
  const complete = withServerDefaults(shape, observed);
  const formed = inDeclaredForm(shape, objectFromTerraform(shape, declared), complete);
  return objectToTerraform(shape, formed as Fields);
}
