import type { TerraformMetaArguments } from "cdktf";

/** Terraform's own arguments, which every resource takes beside its declaration: `provider`, `dependsOn`, `forEach`, `lifecycle` and so on. */
export interface MetaArguments extends TerraformMetaArguments {}

/** The names of Terraform's own arguments. The compiler keeps them complete. */
const NAMES = {
  connection: true,
  count: true,
  dependsOn: true,
  forEach: true,
  lifecycle: true,
  provider: true,
  provisioners: true,
} satisfies Record<keyof MetaArguments, true>;

/** Splits props into Terraform's own arguments and the rest. */
export function splitMetaArguments<P extends MetaArguments>(
  props: P,
): { meta: MetaArguments; declared: Omit<P, keyof MetaArguments> } {
  const given = Object.entries(props).filter(([, value]) => value !== undefined);
  const isMeta = ([name]: [string, unknown]) => Object.hasOwn(NAMES, name);
  return {
    meta: Object.fromEntries(given.filter(isMeta)),
    declared: Object.fromEntries(given.filter((entry) => !isMeta(entry))) as Omit<P, keyof MetaArguments>,
  };
}
