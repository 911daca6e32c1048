import { randomBytes } from "node:crypto";
import { visible } from "../visible";
import type { Log } from "./host/log";
import { logThrown, messageWithoutData } from "./host/process-life";
import type { MessageInit } from "./protocol/message-types";
import { enums } from "./protocol/tables";
import type { Type } from "./schema/schema";
import { MsgpackError } from "./wire/msgpack-reader";
import { ValueError } from "./wire/value-codec";

/** Path to a value: a string is an attribute name, `{key}` a map key, a number a list index. */
export type AttributePath = readonly (string | number | { readonly key: string })[];

/** Returns the path as text for messages: `tiles["errors"].select[0].level`. */
export function pathText(path: AttributePath): string {
  return path.map(stepText).join("");
}

/**
 * Returns the part of the path that Terraform can address. It ends before a step into a set, whose elements have no
 * names, and before a step that the type does not have.
 */
export function addressable(path: AttributePath, type: Type): AttributePath {
  let at: Type | undefined = type;
  for (const [depth, step] of path.entries()) {
    at = stepInto(at, step);
    if (at === undefined) {
      return path.slice(0, depth);
    }
  }
  return path;
}

function stepInto(type: Type, step: AttributePath[number]): Type | undefined {
  if (type === "dynamic") {
    return "dynamic";
  }
  if (typeof type === "string" || "set" in type) {
    return undefined;
  }
  if (typeof step === "string") {
    return "object" in type ? type.object[step] : undefined;
  }
  if (typeof step === "number") {
    return "list" in type ? type.list : "tuple" in type ? type.tuple[step] : undefined;
  }
  return "map" in type ? type.map : undefined;
}

function stepText(step: AttributePath[number], index: number): string {
  if (typeof step === "string") {
    return index === 0 ? step : `.${step}`;
  }
  return typeof step === "number" ? `[${step}]` : `[${JSON.stringify(step.key)}]`;
}

/** A message that Terraform shows to its user. It contains no sensitive value. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** One line, without the path. */
  readonly summary: string;
  /** The problem and its fix, in complete sentences. */
  readonly detail: string;
  /**
   * Path of the affected attribute. The runtime removes steps that Terraform cannot address, such as an element of a
   * set.
   */
  readonly path?: AttributePath;
}

/** Thrown by a handler at any time. The user sees its diagnostics. */
export class DiagnosticError extends Error {
  override readonly name = "DiagnosticError";
  readonly diagnostics: readonly Diagnostic[];

  /**
   * @param sharedCause identifies a cause that makes other calls fail as well, such as an unreachable server. The
   * runtime reports it in full once per run.
   */
  constructor(
    diagnostics: Diagnostic | readonly Diagnostic[],
    readonly sharedCause?: string,
  ) {
    const all = [diagnostics].flat();
    super(all.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n"));
    this.diagnostics = all;
  }
}

/**
 * Thrown by `Provider.configure` during a plan when the configuration contains unknown values. No session exists then.
 * The runtime plans new resources without a session. It defers other calls if the host allows that, and otherwise fails
 * with these diagnostics.
 */
export class UnknownConfigurationError extends DiagnosticError {}

export function problem(summary: string, detail: string, path?: AttributePath): Diagnostic {
  return { severity: "error", summary, detail, ...(path === undefined ? {} : { path }) };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

const { ERROR, WARNING } = enums["tfplugin6.Diagnostic.Severity"];

/**
 * Returns the diagnostic as a message, with text that is safe to print to a terminal. If the type of the object is
 * given, the path is cut to the part that Terraform can address.
 */
export function diagnosticMessage(diagnostic: Diagnostic, type?: Type): MessageInit<"tfplugin6.Diagnostic"> {
  const { severity, summary, detail, path = [] } = diagnostic;
  const attribute = type === undefined ? path : addressable(path, type);
  return {
    severity: severity === "error" ? ERROR : WARNING,
    summary: visible(summary),
    detail: visible(detail),
    ...(attribute.length === 0 ? {} : { attribute: pathMessage(attribute) }),
  };
}

/** Returns the path as a message. */
export function pathMessage(path: AttributePath): MessageInit<"tfplugin6.AttributePath"> {
  return { steps: path.map(stepMessage) };
}

function stepMessage(step: AttributePath[number]): MessageInit<"tfplugin6.AttributePath.Step"> {
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
  return [defect(`${error.name}: ${messageWithoutData(error)}`, during, reference)];
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
