import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonIn } from "../../../client/json";
import { type Engine, runEngine } from "../../engine/engine";
import { instancesOf, type StoredState } from "./vendor-state";

/**
 * Returns the objects in the states of a folder and of its synthesized stacks: id on the server to address. A backend
 * that does not respond is skipped.
 */
export async function managedIn(folder: string, engine: Engine | undefined): Promise<ReadonlyMap<string, string>> {
  const stacks = join(folder, "cdktf.out", "stacks");
  const stackFolders = existsSync(stacks) ? readdirSync(stacks).map((name) => join(stacks, name)) : [];
  const found = new Map<string, string>();
  for (const directory of [folder, ...stackFolders]) {
    for (const text of await statesIn(directory, engine)) {
      const { resources = [] } = (jsonIn(text) ?? {}) as StoredState;
      const managed = resources.filter(({ mode, type }) => mode === "managed" && type?.startsWith("clickstack_"));
      for (const { id, address } of managed.flatMap(instancesOf)) {
        if (typeof id === "string") {
          found.set(id, address);
        }
      }
    }
  }
  return found;
}

async function statesIn(directory: string, engine: Engine | undefined): Promise<readonly string[]> {
  if (engine && existsSync(join(directory, ".terraform"))) {
    const pulled = await runEngine(engine, ["state", "pull"], { workingDirectory: directory });
    if (pulled.exitCode === 0) {
      return [pulled.stdout];
    }
  }
  if (!existsSync(directory)) {
    return [];
  }
  const files = readdirSync(directory).filter((name) => name.endsWith(".tfstate"));
  return files.map((name) => readFileSync(join(directory, name), "utf8"));
}
