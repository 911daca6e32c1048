import { DataResource } from "../framework";
import { type ConstructScope, requireOwnFramework } from "../scope";
import type { CheckResourceProps } from "./check-script";

/**
 * Resource of a check: `terraform_data`, which is built into the engine. The cdktn build uses this file instead of
 * `check-resource.ts`.
 */
export class CheckResource extends DataResource {
  constructor(scope: ConstructScope, id: string, { triggers, provisioners }: CheckResourceProps) {
    super(requireOwnFramework(scope), id, { triggersReplace: triggers, provisioners });
  }
}
