import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ApiRecord } from "../../client";
import { jsonIn } from "../../client/json";
import { shownName } from "../../resources/resource-type";
import { onOneLine } from "../code/text/escapes";
import { type Engine, runEngine } from "../engine/engine";
import type { ImportedType } from "../project/imported-types";
import { instancesOf, type StoredState } from "../project/vendor-state";

/**
 * Returns the objects in the states of a folder and of its synthesized stacks: id on the server to address. A backend
 * that does not respond is skipped.
 */
export async function managedIn(folder: string, engine: Engine | undefined): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const directory of [folder, ...stackFolders(folder)]) {
    for (const text of await statesIn(directory, engine)) {
      for (const [id, address] of managedBy(text)) {
        found.set(id, address);
      }
    }
  }
  return found;
}

function stackFolders(folder: string): readonly string[] {
  const stacks = join(folder, "cdktf.out", "stacks");
  return existsSync(stacks) ? readdirSync(stacks).map((name) => join(stacks, name)) : [];
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

function managedBy(text: string): readonly (readonly [id: string, address: string])[] {
  const { resources = [] } = (jsonIn(text) ?? {}) as StoredState;
  return resources
    .filter(({ mode, type }) => mode === "managed" && type?.startsWith("clickstack_"))
    .flatMap(instancesOf)
    .flatMap(({ id, address }) => (typeof id === "string" ? [[id, address] as const] : []));
}

/** An object that exists on the server. */
export interface Existing {
  readonly type: ImportedType;
  readonly id: string;
  /** Empty if the object has no name; alerts may have none. */
  readonly name: string;
  readonly tags: readonly string[];
  /** The response of the server. */
  readonly record: ApiRecord;
}

export function existing(type: ImportedType, record: ApiRecord): Existing {
  const { id, tags } = record;
  return {
    type,
    id,
    name: shownName(record) ?? "",
    tags: Array.isArray(tags) ? tags.map(String) : [],
    record,
  };
}

/** Returns the name of an object for messages. */
export function quotedName({ name, id }: Pick<Existing, "name" | "id">): string {
  return name === "" ? id : `"${onOneLine(name)}"`;
}
