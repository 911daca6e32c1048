import type { Construct } from "constructs";
import { DataResource } from "../framework";
import type { CheckResourceProps } from "./check-script";

/**
 * The resource that a check belongs to: `terraform_data`, which the engine brings. The build puts it in the place of
 * `check-resource.ts`.
 */
export class CheckResource extends DataResource {
  constructor(scope: Construct, id: string, { triggers, provisioners }: CheckResourceProps) {
    super(scope, id, { triggersReplace: triggers, provisioners });
  }
}
