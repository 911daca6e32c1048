/** Terraform reads `${` and `%{` in the synthesised text as templates; doubled they stand for themselves. */
export function escapeTemplates<T>(value: T): T {
  if (typeof value === "string") return value.replace(/([$%])\{/g, "$1$1{") as T;
  if (Array.isArray(value)) return value.map(escapeTemplates) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, escapeTemplates(item)])) as T;
}
