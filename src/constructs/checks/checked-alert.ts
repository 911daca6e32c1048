import type { Construct } from "constructs";
import type { Alert } from "../alert";
import { Fn, ref } from "../framework";
import { CheckResource } from "./check-resource";
import { checkProvisioner, placeCheckScript, providerEnvironment } from "./check-script";

export interface CheckedAlertProps {
  readonly alert: Alert;
  /**
   * Also opens a connection to the host of each webhook, from the machine that applies, and sends nothing. Default
   * true. Set it to false where only the server has a way to them.
   */
  readonly reachWebhooks?: boolean;
  /** Any change here makes the check run again, such as the id of a webhook. It does anyway when the alert changes. */
  readonly triggers?: Readonly<Record<string, string>>;
}

/**
 * Verifies after an apply that an alert can do its work: its channels exist and can be reached, the source that it
 * watches responds, and its last evaluation did not fail. A check that fails is tainted and runs again in the next
 * apply; the alert stays as it is. Needs Node where Terraform runs and, with cdktf, `NullProvider` in the stack.
 */
export class CheckedAlert extends CheckResource {
  constructor(scope: Construct, id: string, { alert, reachWebhooks = true, triggers = {} }: CheckedAlertProps) {
    const whole = ref(`${alert.terraformResourceType}.${alert.friendlyUniqueId}`, alert.cdktfStack);
    super(scope, id, {
      triggers: { id: alert.id, alert: Fn.sha256(Fn.jsonencode(whole)), ...triggers },
      provisioners: [
        checkProvisioner({
          what: "alert",
          environment: {
            CLICKSTACK_CHECK_ID: alert.id,
            CLICKSTACK_CHECK_REACH: String(reachWebhooks),
            ...providerEnvironment(alert),
          },
        }),
      ],
    });
    placeCheckScript(this);
  }
}
