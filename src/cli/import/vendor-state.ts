import { readFileSync } from "node:fs";
import { vendorTypeOf } from "../../resources/handlers/move-state";
import { resourceTypes } from "../../resources/registry";
import { CommandError, fileProblem } from "../frame/exit";
import { IMPORTED_TYPES, type ImportedType } from "./imported-types";

/** A resource that the vendor's provider manages, in a state. */
export interface VendorResource {
  readonly type: ImportedType;
  /** The id of its object on the server. */
  readonly id: string;
  /** Such as `module.team["blue"].clickhouse_clickstack_dashboard.checkout`. */
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

/** The vendor's types, by which of ours each becomes. */
const TYPES: ReadonlyMap<string, ImportedType> = new Map(
  resourceTypes.flatMap((each) => {
    const type = IMPORTED_TYPES.find((name) => each.type === `clickstack_${name}`);
    return type === undefined ? [] : [[vendorTypeOf(each), type] as const];
  }),
);

/**
 * The resources of the vendor's provider in a state: a `terraform.tfstate`, or what `terraform state pull` prints. Throws a `CommandError`
 * for a file that is no state, and for one without such resources.
 */
export function readVendorState(path: string): readonly VendorResource[] {
  const { resources = [] } = stateIn(path);
  const found = resources.flatMap(vendorResources);
  if (found.length > 0) return found;
  throw new CommandError(
    `${path} has no resource of the provider ClickHouse/clickhouse that can be taken over: ${[...TYPES.keys()].join(", ")}.`,
  );
}

function stateIn(path: string): StoredState {
  const text = textOf(path);
  try {
    const state = JSON.parse(text) as StoredState | null;
    if (state?.version === 4 && Array.isArray(state.resources)) return state;
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

function vendorResources({
  mode,
  module,
  type = "",
  name,
  provider = "",
  instances = [],
}: StoredResource): readonly VendorResource[] {
  const ours = TYPES.get(type);
  if (mode !== "managed" || ours === undefined || !/\/clickhouse\/clickhouse"\]/i.test(provider)) return [];
  const base = [module, type, name].filter(Boolean).join(".");
  return instances.flatMap(({ index_key: key, deposed, attributes }) => {
    const id = attributes?.id;
    if (typeof id !== "string" || deposed !== undefined) return [];
    return [{ type: ours, id, address: `${base}${key === undefined ? "" : `[${JSON.stringify(key)}]`}` }];
  });
}
