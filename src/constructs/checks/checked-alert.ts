import type { Alert } from "../alert";
import { ExistingAlert } from "../existing";
import { Fn, ref } from "../framework";
import type { ConstructScope } from "../scope";
import { CheckResource } from "./check-resource";
import { createCheckProvisioner, placeCheckScript, providerEnvironment } from "./check-script";

/** Props of a `CheckedAlert`. */
export interface CheckedAlertProps {
  /** Alert to verify, managed or not. */
  readonly alert: Alert | ExistingAlert;
  /**
   * Also connects to the host of each webhook from the machine that applies, without sending a message. Default: true.
   * Set it to false if only the server can reach the hosts.
   */
  readonly reachWebhooks?: boolean;
  /**
   * Additional values whose change runs the check again, such as the id of a webhook. A change of the alert always
   * does. Default: none.
   */
  readonly triggers?: Readonly<Record<string, string>>;
}

/**
 * Verifies an alert after an apply: its channels exist and are reachable, the source responds, and the last evaluation
 * did not fail. A failed check is tainted and runs again in the next apply. The alert does not change. Requires Node
 * where Terraform runs and, with cdktf, `NullProvider` in the stack.
 */
export class CheckedAlert extends CheckResource {
  constructor(scope: ConstructScope, id: string, { alert, reachWebhooks = true, triggers = {} }: CheckedAlertProps) {
    super(scope, id, {
      triggers: { id: alert.id, alert: Fn.sha256(Fn.jsonencode(contentOf(alert))), ...triggers },
      provisioners: [
        createCheckProvisioner({
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

/** Fields of an existing alert that change without a change of its declaration. */
const CHANGING_FIELDS = ["state", "silenced", "executionErrors", "updatedAt"];

/** Returns the content of an alert. If it changes, the check runs again. */
function contentOf(alert: Alert | ExistingAlert): unknown {
  if (alert instanceof ExistingAlert) {
    const fields = Object.entries(alert.observed).filter(([name]) => !CHANGING_FIELDS.includes(name));
    return Object.fromEntries(fields);
  }
  return ref(`${alert.terraformResourceType}.${alert.friendlyUniqueId}`, alert.cdktfStack);
}
