import * as z from "zod";
import { type Engine, EngineMissingError, findEngine, runEngine } from "../engine/engine";
import type { Finding } from "./finding";

/** The oldest engine that knows write-only attributes (docs/internals/terraform-protocol.md 7). */
const OLDEST = [1, 11];

const versionOutput = z.object({ terraform_version: z.string() });

/** The engine on the PATH, if there is one, and what there is to say about it. */
export async function checkEngine(): Promise<{ engine: Engine | undefined; finding: Finding }> {
  try {
    const engine = findEngine();
    const { stdout } = await runEngine(engine, ["version", "-json"], { workingDirectory: process.cwd() });
    return { engine, finding: versionFinding(engine, versionOutput.parse(JSON.parse(stdout)).terraform_version) };
  } catch (error) {
    if (!(error instanceof EngineMissingError)) throw error;
    const wayOut = "Install Terraform 1.11 or newer, or OpenTofu 1.11 or newer.";
    const message = "Neither terraform nor tofu is on the PATH.";
    return { engine: undefined, finding: { check: "engine", status: "failed", message, wayOut } };
  }
}

function versionFinding({ name, path }: Engine, version: string): Finding {
  const message = `${name} ${version} (${path})`;
  if (isNewEnough(version)) return { check: "engine", status: "ok", message };
  const wayOut = `Install ${name} ${OLDEST.join(".")} or newer: older ones do not know write-only attributes.`;
  return { check: "engine", status: "failed", message, wayOut };
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const [leastMajor = 0, leastMinor = 0] = OLDEST;
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}
