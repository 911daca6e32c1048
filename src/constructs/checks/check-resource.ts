import "./installed-null-provider";
import { Resource as NullResource } from "@cdktf/provider-null/lib/resource";
import { type ConstructScope, requireOwnFramework } from "../scope";
import type { CheckResourceProps } from "./check-script";

/** Resource of a check: a `null_resource`, or with cdktn a `terraform_data`, because cdktn has no null provider. */
export class CheckResource extends NullResource {
  constructor(scope: ConstructScope, id: string, props: CheckResourceProps) {
    super(requireOwnFramework(scope), id, props);
  }
}
