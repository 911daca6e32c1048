/**
 * Checks after an apply. With cdktf they require `@cdktf/provider-null`. `cdk-clickstack/cdktn/checks` requires no
 * provider.
 */
import "./require-node";

export { CheckedAlert, type CheckedAlertProps } from "./constructs/checks/checked-alert";
export { CheckedKey, type CheckedKeyProps, type CheckedKeySecret } from "./constructs/checks/checked-key";
