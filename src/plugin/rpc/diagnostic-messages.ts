import { randomBytes } from "node:crypto";
import { visible } from "../../visible";
import { type Log, logThrown, removeData } from "../log/log";
import type { MessageInit } from "../protocol/message-types";
import { enums } from "../protocol/tables";
import { type Diagnostic, DiagnosticError, problem } from "../values/diagnostics";
import { type AttributePath, cutToAddressable, pathText } from "../values/path";
import type { Type } from "../values/type";
import { ValueError } from "../values/value-codec";
import { MsgpackError } from "../wire/msgpack-reader";

const { ERROR, WARNING } = enums["Diagnostic.Severity"];

/**
 * Returns the diagnostic as a message, with text that is safe to print to a terminal. If the type of the object is
 * given, the path is cut to the part that Terraform can address.
 */
export function toDiagnosticMessage(diagnostic: Diagnostic, type?: Type): MessageInit<"Diagnostic"> {
  const { severity, summary, detail, path = [] } = diagnostic;
  const attribute = type === undefined ? path : cutToAddressable(path, type);
  return {
    severity: severity === "error" ? ERROR : WARNING,
    summary: visible(summary),
    detail: visible(detail),
    ...(attribute.length === 0 ? {} : { attribute: toPathMessage(attribute) }),
  };
}

export function toPathMessage(path: AttributePath): MessageInit<"AttributePath"> {
  return { steps: path.map(stepMessage) };
}

function stepMessage(step: AttributePath[number]): MessageInit<"AttributePath.Step"> {
  if (typeof step === "string") {
    return { selector: { case: "attributeName", value: step } };
  }
  if (typeof step === "number") {
    return { selector: { case: "elementKeyInt", value: BigInt(step) } };
  }
  return { selector: { case: "elementKeyString", value: step.key } };
}

/**
 * Returns the diagnostics for a thrown value. Unexpected errors are logged with their stack and a short reference,
 * which the diagnostic contains.
 */
export function diagnosticsOf(thrown: unknown, during: string, log: Log): readonly Diagnostic[] {
  if (thrown instanceof DiagnosticError) {
    return thrown.diagnostics;
  }
  const reference = randomBytes(3).toString("hex");
  const error = logThrown(log, thrown, `error ${reference} during ${during}`);
  if (error instanceof MsgpackError) {
    return [unreadable(error.message, during, reference)];
  }
  if (error instanceof ValueError) {
    const where = error.path.length === 0 ? "" : ` at ${pathText(error.path)}`;
    return [defect(`a value${where} does not fit the schema: ${error.message}`, during, reference)];
  }
  return [defect(`${error.name}: ${removeData(error)}`, during, reference)];
}

function unreadable(what: string, during: string, reference: string): Diagnostic {
  return problem(
    "The provider cannot decode a value from the engine",
    `During ${during}: ${what}\n\nThe engine and the provider use different schemas, error ${reference}.\n` +
      "Fix: Run `terraform init -upgrade`, and stop any other version of the provider that is served for debugging.",
  );
}

function defect(what: string, during: string, reference: string): Diagnostic {
  return problem(
    "The provider failed unexpectedly",
    `During ${during}: ${what}\n\nThis is a defect of the provider, error ${reference}.\n` +
      `Fix: Run the command again with TF_LOG=ERROR, and report the log entry with "error ${reference}".`,
  );
}
