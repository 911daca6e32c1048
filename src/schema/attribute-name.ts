import { remember } from "./remember";
import type { Field } from "./shape";

/** The Terraform attribute of a field: the API's camelCase name in snake_case. */
export const attributeName = remember(
  (field: Pick<Field, "name" | "meta">): string => field.meta.attributeName ?? snakeCase(field.name),
);

function snakeCase(name: string): string {
  return name.replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);
}
