/**
 * Checks after an apply. With cdktf they need `@cdktf/provider-null`; with cdktn, `cdk-clickstack/cdktn/checks`,
 * nothing.
 */
export { CheckedAlert, type CheckedAlertProps } from "./constructs/checks/checked-alert";
export { CheckedKey, type CheckedKeyProps, type CheckedKeySecret } from "./constructs/checks/checked-key";
