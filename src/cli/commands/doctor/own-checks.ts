import { stripVTControlCharacters } from "node:util";
import * as z from "zod";
import { jsonIn } from "../../../client/json";
import { findHidingConfiguration } from "../../../install/cli-configuration";
import type { ApiKeyRecord } from "../../../resources/api-key/api";
import { type Engine, runEngine } from "../../engine/engine";
import { EngineMissingError, engineOrProblem } from "../../engine/find-engine";
import { expectedFileProblem } from "../../terminal/exit";
import { declareDocument } from "../../terminal/json-document";
import { countText } from "../../terminal/text-options";

const finding = z.object({
  check: z.string().describe("Name of the check, such as `engine`. It does not change between versions."),
  subject: z.string().optional().describe("The checked stack or deployment, if there can be several."),
  status: z
    .enum(["ok", "warning", "failed", "skipped"])
    .describe("`warning`: works now and can fail later; `skipped`: not checked, with the reason."),
  message: z.string(),
  fix: z.string().optional().describe("The fix."),
});

export type CheckResult = z.output<typeof finding>;

export function resultsOf(check: string, subject?: string) {
  const made =
    (status: CheckResult["status"]) =>
    (message: string, fix?: string): CheckResult => ({
      ...{ check, ...(subject !== undefined && { subject }), status },
      ...(fix === undefined ? { message } : withOneFix(message, fix)),
    });
  return { ok: made("ok"), warning: made("warning"), failed: made("failed"), skipped: made("skipped") };
}

/** Returns the parts of a text before, between and after "Fix:". */
export function aroundFix(text: string): readonly string[] {
  return text.split("Fix: ").map((part) => part.trim());
}

/**
 * Moves the text before the fix into the message, on a new line. Text of a server can therefore not continue the
 * message.
 */
function withOneFix(message: string, fix: string): Pick<CheckResult, "message" | "fix"> {
  const [reason = "", ...steps] = aroundFix(fix);
  return steps.length > 0 ? { message: `${message}\n${reason}`.trimEnd(), fix: steps.join(" ") } : { message, fix };
}

export const doctorDocument = declareDocument("doctor", 1, {
  exitCode: z.int().describe("The exit code: 1 if a check failed."),
  findings: z.array(finding),
});

/** First version of the engines with write-only attributes (docs/internals/terraform-protocol.md 7). */
const MIN_VERSION = [1, 11];

const ENGINE = resultsOf("engine");

const versionOutput = z.object({
  terraform_version: z.string(),
  provider_selections: z.record(z.string(), z.string()).default({}),
});

/** Returns the engine, if it starts, and its finding. */
export async function checkEngine(): Promise<{ engine: Engine | undefined; finding: CheckResult }> {
  const engine = engineOrProblem();
  if (engine instanceof EngineMissingError) {
    return { engine: undefined, finding: ENGINE.failed(engine.problem, engine.fix) };
  }
  const answer = await askVersion(engine, process.cwd());
  if ("problem" in answer) {
    return { engine: undefined, finding: ENGINE.failed(answer.problem, answer.fix) };
  }
  const { name, path } = engine;
  const message = `${name} ${answer.terraform_version} (${path})`;
  const fix = `Install ${name} ${MIN_VERSION.join(".")} or newer: older versions do not support write-only attributes.`;
  return { engine, finding: isNewEnough(answer.terraform_version) ? ENGINE.ok(message) : ENGINE.failed(message, fix) };
}

/**
 * Asks the engine for its version and for the providers that the lock file of a folder selects. Returns the problem of
 * an engine that does not start, with the fix.
 */
export async function askVersion(engine: Engine, workingDirectory: string) {
  const output = await runEngine(engine, ["version", "-json"], { workingDirectory }).catch((error: unknown) => ({
    stdout: "",
    stderr: expectedFileProblem(error),
  }));
  const { success, data } = versionOutput.safeParse(jsonIn(output.stdout));
  if (success) {
    return data;
  }
  const { name, path } = engine;
  const reason = engineText(output.stderr || output.stdout) || "it prints no version";
  return {
    problem: `${name} (${path}) does not start: ${reason}`,
    fix: `Run "${path} version". If this program downloads the engine, check the network and the proxy. Or install Terraform or OpenTofu ${MIN_VERSION.join(".")} or newer.`,
  };
}

/** Returns the output of an engine on one line, without colors, frames and stack traces. */
export function engineText(output: string): string {
  return stripVTControlCharacters(output)
    .replaceAll(/^[ \t]+at .*$/gm, "")
    .replaceAll(/[│╷╵]/g, " ")
    .replaceAll(/(?<!\s)\s*\n\s*/g, " ")
    .trim();
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const [minMajor = 0, minMinor = 0] = MIN_VERSION;
  return major > minMajor || (major === minMajor && minor >= minMinor);
}

/** Checks for a CLI configuration that hides the provider from the engine. */
export function checkCliConfiguration(): readonly CheckResult[] {
  const hiding = findHidingConfiguration();
  if (!hiding) {
    return [];
  }
  const message = `The provider_installation in ${hiding.file} keeps the engine from looking where synthesis puts the provider.`;
  return [resultsOf("cli-configuration").warning(message, hiding.fix)];
}

const DAY = 86_400_000;

/** A key that expires within this number of days causes a warning. */
const MIN_DAYS_LEFT = 30;

/** Checks the roles, the expiry and the addresses of the key that signs. */
export function checkOwnKey(
  subject: string,
  keys: readonly ApiKeyRecord[],
  keyId: string,
  now: number,
): readonly CheckResult[] {
  const own = keys.filter(({ keySuffix }) => keySuffix === keyId.slice(-4));
  const [key] = own;
  if (!key || own.length > 1) {
    const message =
      own.length > 1
        ? "Several keys have the same last characters as the key in use."
        : "The key in use is not in the list of keys.";
    return [resultsOf("key", subject).skipped(message)];
  }
  return [rolesFinding(subject, key), expiryFinding(subject, key, now), addressFinding(subject, key)];
}

function rolesFinding(subject: string, { name, assignedRoles, roles }: ApiKeyRecord): CheckResult {
  const named = assignedRoles?.map(({ roleName, roleId }) => roleName ?? roleId) ?? roles ?? [];
  const { ok, warning } = resultsOf("key-roles", subject);
  return named.length > 0
    ? ok(`The key "${name}" has the roles ${named.join(", ")}.`)
    : warning(`The key "${name}" has no role.`, "Assign it a role in the console.");
}

function expiryFinding(subject: string, { expireAt }: ApiKeyRecord, now: number): CheckResult {
  const { ok, warning, failed } = resultsOf("key-expiry", subject);
  if (!expireAt) {
    return ok("The key never expires.");
  }
  const days = Math.floor((Date.parse(expireAt) - now) / DAY);
  const fix = "Create a new key, and replace the id and secret of this one.";
  if (days < 0) {
    return failed(`The key expired at ${expireAt}.`, fix);
  }
  const message = `The key expires at ${expireAt}, in ${countText(days, "day")}.`;
  return days < MIN_DAYS_LEFT ? warning(message, fix) : ok(message);
}

function addressFinding(subject: string, { ipAccessList = [] }: ApiKeyRecord): CheckResult {
  const sources = ipAccessList.map(({ source }) => String(source));
  const places = sources.includes("0.0.0.0/0")
    ? "any address."
    : `${sources.join(", ") || "no address"}. Check that the list contains your CI.`;
  return resultsOf("key-addresses", subject).ok(`The key may be used from ${places}`);
}
