import { readFileSync } from "node:fs";
import { vendorTypeOf } from "../../../resources/handlers/move-state";
import { resourceTypes } from "../../../resources/registry";
import { CommandError, fileProblem } from "../../frame/exit";
import { quotedTemplate } from "../text/source-text";
import { IMPORTED_TYPES, type ImportedType } from "./imported-types";

/** A resource that the vendor's provider manages, in a state. */
export interface VendorResource {
  readonly type: ImportedType;
  /** The id of its object on the server. */
  readonly id: string;
  /** Such as `module.team["blue"].clickhouse_clickstack_dashboard.checkout`. */
  readonly address: string;
}

/** A state as it is stored. */
export interface StoredState {
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

/** The vendor's types, by which of ours each becomes. */
const TYPES: ReadonlyMap<string, ImportedType> = new Map(
  resourceTypes.flatMap((each) => {
    const type = IMPORTED_TYPES.find((name) => each.type === `clickstack_${name}`);
    return type === undefined ? [] : [[vendorTypeOf(each), type] as const];
  }),
);

/** What the vendor's provider has in a state. */
export interface VendorState {
  /** What can be taken over. Several may stand for one object. */
  readonly resources: readonly VendorResource[];
  /** The addresses of the others. */
  readonly others: readonly string[];
}

/**
 * What the vendor's provider has in a state: a `terraform.tfstate`, or what `terraform state pull` prints. Throws a
 * `CommandError` for a file that is no state, and for one without anything to take over.
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
    `${path} has no resource of the provider ClickHouse/clickhouse that can be taken over: ${[...TYPES.keys()].join(", ")}.`,
  );
}

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_-]*`;
/** A module as a state writes it, which is how the language does. */
const MODULE = String.raw`module\.${NAME}(?:\[(?:\d+|"(?:[^"\\$%\n]|\\[^\n]|[$%](?!\{)|\$\$\{|%%\{)*")\])?`;
const MODULE_PATH = new RegExp(`^${MODULE}(?:\\.${MODULE})*$`, "u");
const NAME_ALONE = new RegExp(`^${NAME}$`, "u");

/** Addresses become code, so that nothing else may stand in their place. */
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
    // Whatever is in it may be a secret, and is not repeated.
  }
  throw new CommandError(
    `${path} is no state of Terraform 0.12 or later. Give a terraform.tfstate, or what terraform state pull prints.`,
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

/** Every object of a resource that a state holds, with its address. */
export function instancesOf({ module, type = "", name, instances = [] }: StoredResource) {
  const base = [module, type, name].filter(Boolean).join(".");
  return instances.map(({ index_key: key, deposed, attributes }) => {
    const index = key === undefined ? "" : `[${typeof key === "string" ? quotedTemplate(key) : key}]`;
    return { type, deposed, id: attributes?.id, address: `${base}${index}` };
  });
}
