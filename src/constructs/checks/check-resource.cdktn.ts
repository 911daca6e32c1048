import type { Construct } from "constructs";
import { DataResource } from "../framework";
import type { CheckResourceProps } from "./check-script";

/**
 * Resource of a check: `terraform_data`, which is built into the engine. The cdktn build uses this file instead of
 * `check-resource.ts`.
 */
export class CheckResource extends DataResource {
  constructor(scope: Construct, id: string, { triggers, provisioners }: CheckResourceProps) {
    super(scope, id, { triggersReplace: triggers, provisioners });
  }
}
