import type { MessageInitShape } from "@bufbuild/protobuf";
import { visible } from "../../visible";
import {
  type AttributePath_StepSchema,
  type AttributePathSchema,
  Diagnostic_Severity,
  type DiagnosticSchema,
} from "../protocol/tfplugin6_pb";
import type { Type } from "../types/type";
import { type AttributePath, addressable } from "./attribute-path";
import type { Diagnostic } from "./diagnostic";

/** The diagnostic as the host reads it, which shows its text to a terminal. With the type of what it is about, the path is cut to what Terraform can address. */
export function diagnosticMessage(diagnostic: Diagnostic, type?: Type): MessageInitShape<typeof DiagnosticSchema> {
  const { severity, summary, detail, path = [] } = diagnostic;
  const attribute = type === undefined ? path : addressable(path, type);
  return {
    severity: severity === "error" ? Diagnostic_Severity.ERROR : Diagnostic_Severity.WARNING,
    summary: visible(summary),
    detail: visible(detail),
    ...(attribute.length === 0 ? {} : { attribute: pathMessage(attribute) }),
  };
}

/** The path as the host reads it. */
export function pathMessage(path: AttributePath): MessageInitShape<typeof AttributePathSchema> {
  return { steps: path.map(stepMessage) };
}

function stepMessage(step: AttributePath[number]): MessageInitShape<typeof AttributePath_StepSchema> {
  if (typeof step === "string") return { selector: { case: "attributeName", value: step } };
  if (typeof step === "number") return { selector: { case: "elementKeyInt", value: BigInt(step) } };
  return { selector: { case: "elementKeyString", value: step.key } };
}
