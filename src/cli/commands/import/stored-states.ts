import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonIn } from "../../../client/json";
import { resourceTypes } from "../../../resources/registry";
import { vendorTypeOf } from "../../../resources/shared/move-state";
import { addressIn } from "../../code/folder/folder-code";
import type { PlacedModel } from "../../code/model/placed-model";
import { quotedTemplate } from "../../code/text/code-text";
import { type Engine, runEngine } from "../../engine/engine";
import type { CodeFormat, Move } from "../../project/generated-file";
import { IMPORTED_TYPES, type ImportedType } from "../../project/imported-types";
import { CommandError, fileProblem } from "../../terminal/exit";

/** A resource of the vendor's provider in a state. */
export interface VendorResource {
  readonly type: ImportedType;
  /** Id on the server. */
  readonly id: string;
  /** Address in the state, such as `module.team["blue"].clickhouse_clickstack_dashboard.checkout`. */
  readonly address: string;
}

interface StoredState {
  readonly version?: number;
  readonly resources?: readonly StoredResource[];
}

interface StoredResource {
  readonly mode?: string;
  readonly module?: string;
  readonly type?: string;
  readonly name?: string;
  readonly provider?: string;
  readonly instances?: readonly {
    readonly index_key?: string | number;
    readonly deposed?: string;
    readonly attributes?: { readonly id?: unknown };
  }[];
}

/** Resource types of the vendor, with the corresponding type. */
const TYPES: ReadonlyMap<string, ImportedType> = new Map(
  resourceTypes.flatMap((each) => {
    const type = IMPORTED_TYPES.find((name) => each.type === `clickstack_${name}`);
    return type === undefined ? [] : [[vendorTypeOf(each), type] as const];
  }),
);

export interface VendorState {
  /** Resources that can be adopted. Several may refer to one object. */
  readonly resources: readonly VendorResource[];
  /** Addresses of the other resources. */
  readonly others: readonly string[];
}

/**
 * Reads the vendor's resources from a `terraform.tfstate` or the output of `terraform state pull`. Throws a
 * `CommandError` if the file is not a valid state or contains no resource to adopt.
 */
export function readVendorState(path: string): VendorState {
  const { resources = [] } = stateIn(path);
  const found = resources
    .filter(isVendors)
    .flatMap(instancesOf)
    .filter(({ deposed }) => deposed === undefined)
    .map(({ type, id, address }) => ({ type: TYPES.get(type), id, address }));
  const taken = found.filter((each): each is VendorResource => each.type !== undefined && typeof each.id === "string");
  if (taken.length > 0) {
    return {
      resources: taken,
      others: found.flatMap((each) => (taken.some((one) => one === each) ? [] : each.address)),
    };
  }
  throw new CommandError(
    `${path} has no resource of the provider ClickHouse/clickhouse that can be adopted: ${[...TYPES.keys()].join(", ")}.`,
  );
}

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_-]*`;
/** A module address, as in a state and in HCL. */
const MODULE = String.raw`module\.${NAME}(?:\[(?:\d+|"(?:[^"\\$%\n]|\\[^\n]|[$%](?!\{)|\$\$\{|%%\{)*")\])?`;
const MODULE_PATH = new RegExp(`^${MODULE}(?:\\.${MODULE})*$`, "u");
const NAME_ALONE = new RegExp(`^${NAME}$`, "u");

/** Returns true if all parts of an address are valid. Addresses become code, so other text is refused. */
function isAddressed({ module, type = "", name = "", instances = [] }: StoredResource): boolean {
  const keys = instances.map(({ index_key: key }) => key);
  return (
    (module === undefined || MODULE_PATH.test(module)) &&
    NAME_ALONE.test(type) &&
    NAME_ALONE.test(name) &&
    keys.every((key) => key === undefined || typeof key === "string" || Number.isInteger(key))
  );
}

function stateIn(path: string): StoredState {
  const text = textOf(path);
  try {
    const state = JSON.parse(text) as StoredState | null;
    if (
      state?.version === 4 &&
      Array.isArray(state.resources) &&
      state.resources.every((each) => !isVendors(each) || isAddressed(each))
    ) {
      return state;
    }
  } catch {
    // The content may be secret, so the message does not contain it.
  }
  throw new CommandError(
    `${path} is not a valid state of Terraform 0.12 or later. Fix: Pass a terraform.tfstate, or the output of terraform state pull.`,
  );
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new CommandError(fileProblem(error) ?? String(error));
  }
}

function isVendors({ mode, provider = "" }: StoredResource): boolean {
  return mode === "managed" && /\/clickhouse\/clickhouse"\]/i.test(provider);
}

function instancesOf({ module, type = "", name, instances = [] }: StoredResource) {
  const base = [module, type, name].filter(Boolean).join(".");
  return instances.map(({ index_key: key, deposed, attributes }) => {
    const index = key === undefined ? "" : `[${typeof key === "string" ? quotedTemplate(key) : key}]`;
    return { type, deposed, id: attributes?.id, address: `${base}${index}` };
  });
}

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

/** Lists the moved blocks that adopt the vendor's resources. Further addresses of an object are not moved. */
export function movesOf(
  vendor: readonly VendorResource[] = [],
  { objects }: Pick<PlacedModel, "objects">,
  format: CodeFormat,
): readonly Move[] {
  return objects.flatMap((each) => {
    const from = vendor.find(({ id }) => id === each.id);
    return from ? [{ from: from.address, to: addressIn(format, each) }] : [];
  });
}
