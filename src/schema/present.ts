/** Whether an author gave a value: absent fields are undefined in TypeScript and null in Terraform. */
export function isPresent<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}
