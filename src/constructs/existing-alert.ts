import type { Construct } from "constructs";
import type { z } from "zod";
import { alertLookup } from "../schema/alert-lookup";
import { NamedLookUp } from "./look-up";
import { byIdOnce, byNameOnce, type ProviderOption } from "./look-up-once";
import type { MetaArguments } from "./meta-arguments";

type Declaration = Pick<z.input<typeof alertLookup>, "id" | "name">;

/** How an alert is found: by `id` or by `name`. */
export type ExistingAlertProps = Declaration & MetaArguments;

/** An alert that exists in ClickStack and that this program does not manage. */
export class ExistingAlert extends NamedLookUp<typeof alertLookup> {
  constructor(scope: Construct, id: string, props: ExistingAlertProps) {
    super(scope, id, { type: "clickstack_alert", schema: alertLookup }, props);
  }

  /** The alert with this name. The plan fails with the names that exist when there is none. */
  static byName(scope: Construct, name: string, options: ProviderOption = {}): ExistingAlert {
    return byNameOnce(scope, "alert", name, options, ExistingAlert);
  }

  /** The alert with this id. */
  static byId(scope: Construct, alertId: string, options: ProviderOption = {}): ExistingAlert {
    return byIdOnce(scope, "alert", alertId, options, ExistingAlert);
  }
}
