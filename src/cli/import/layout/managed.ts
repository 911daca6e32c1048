import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Engine, runEngine } from "../../engine/engine";

interface State {
  readonly resources?: readonly {
    readonly mode: string;
    readonly module?: string;
    readonly type: string;
    readonly name: string;
    readonly instances?: readonly {
      readonly index_key?: string | number;
      readonly attributes?: { readonly id?: unknown };
    }[];
  }[];
}

/**
 * What the states of a folder manage: id on the server to address. They are those of the folder and of the stacks that its program
 * synthesized, as far as their backends answer.
 */
export async function managedIn(folder: string, engine: Engine | undefined): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const directory of [folder, ...stackFolders(folder)]) {
    for (const text of await statesIn(directory, engine)) {
      for (const [id, address] of managedBy(text)) found.set(id, address);
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
    if (pulled.exitCode === 0) return [pulled.stdout];
  }
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory).filter((name) => name.endsWith(".tfstate"));
  return files.map((name) => readFileSync(join(directory, name), "utf8"));
}

function managedBy(text: string): readonly (readonly [id: string, address: string])[] {
  const { resources = [] } = parsed(text);
  return resources
    .filter(({ mode, type }) => mode === "managed" && type.startsWith("clickstack_"))
    .flatMap(({ module, type, name, instances = [] }) =>
      instances.flatMap(({ index_key: key, attributes }) => {
        if (typeof attributes?.id !== "string") return [];
        const index = key === undefined ? "" : `[${JSON.stringify(key)}]`;
        return [[attributes.id, `${module ? `${module}.` : ""}${type}.${name}${index}`] as const];
      }),
    );
}

function parsed(text: string): State {
  try {
    return (JSON.parse(text) ?? {}) as State;
  } catch {
    return {};
  }
}
