/** Checks after an apply. Needs `@cdktf/provider-null`. */
export { CheckedAlert, type CheckedAlertProps } from "./constructs/checks/checked-alert";
export { CheckedKey, type CheckedKeyProps, type CheckedKeySecret } from "./constructs/checks/checked-key";
