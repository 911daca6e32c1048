import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { State } from "./state";

/** Reads a saved state; undefined when there is no file yet. A file of another kind is an error. */
export function readStateFile(path: string): State | undefined {
  if (!existsSync(path)) return undefined;
  const parsed: unknown = parseJson(path);
  if (!isState(parsed)) throw new Error(`${path} is not a state file of the emulator.`);
  return parsed;
}

/** Replaces the file in one step; only its owner may read it, because it holds credentials. */
export function writeStateFile(path: string, state: State): void {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new Error(`${path} is not a state file of the emulator.`);
  }
}

function isState(value: unknown): value is State {
  if (typeof value !== "object" || value === null) return false;
  return "version" in value && value.version === 1 && "dashboards" in value && "keys" in value;
}
