import type { ITerraformDependable, TerraformProvider, TerraformResourceLifecycle } from "cdktf";

/** Terraform's own arguments, which every resource takes beside its declaration. */
export interface MetaArguments {
  /** The provider to use, where a stack has several. */
  readonly provider?: TerraformProvider;
  /** What must be applied before. References are followed without it. */
  readonly dependsOn?: ITerraformDependable[];
  /** What Terraform does when it replaces or destroys, such as `preventDestroy`. */
  readonly lifecycle?: TerraformResourceLifecycle;
}

/** Splits props into Terraform's own arguments and the rest. */
export function splitMetaArguments<P extends MetaArguments>(
  props: P,
): { meta: MetaArguments; declared: Omit<P, keyof MetaArguments> } {
  const { provider, dependsOn, lifecycle, ...declared } = props;
  return {
    meta: { ...(provider && { provider }), ...(dependsOn && { dependsOn }), ...(lifecycle && { lifecycle }) },
    declared,
  };
}
