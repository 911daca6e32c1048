import { randomBytes } from "node:crypto";
import { errorOf } from "../host/error-of";
import type { Log } from "../host/log";
import { MsgpackError } from "../wire/msgpack-reader";
import { ValueError } from "../wire/value-error";
import { pathText } from "./attribute-path";
import { type Diagnostic, DiagnosticError, problem } from "./diagnostic";

/**
 * The diagnostics of whatever a handler threw. What nobody foresaw is logged with its stack under a short reference,
 * and the diagnostic names that reference.
 */
export function diagnosticsOf(thrown: unknown, during: string, log: Log): readonly Diagnostic[] {
  if (thrown instanceof DiagnosticError) return thrown.diagnostics;
  const reference = randomBytes(3).toString("hex");
  const error = errorOf(thrown);
  log.error(`error ${reference} during ${during}: ${error.message}`, { stack: error.stack });
  if (error instanceof MsgpackError) return [unreadable(error.message, during, reference)];
  if (error instanceof ValueError) {
    const where = error.path.length === 0 ? "" : ` at ${pathText(error.path)}`;
    return [defect(`a value${where} does not fit the schema: ${error.message}`, during, reference)];
  }
  return [defect(`${error.name}: ${error.message}`, during, reference)];
}

function unreadable(what: string, during: string, reference: string): Diagnostic {
  return problem(
    "The provider was sent a value that it cannot read",
    `During ${during}: ${what}\n\nThe engine and the provider do not agree on the schema, error ${reference}. ` +
      "Run `terraform init -upgrade`, and see that no other version of the provider is served for debugging.",
  );
}

function defect(what: string, during: string, reference: string): Diagnostic {
  return problem(
    "The provider failed unexpectedly",
    `During ${during}: ${what}\n\nThis is a defect of the provider, error ${reference}. ` +
      `Run again with TF_LOG=ERROR and look for "error ${reference}" to see where it happened.`,
  );
}
