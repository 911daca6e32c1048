import { isObject } from "../../../declaration/field";
import { isKnownIdForm } from "../../../id-forms";
import type { PlanJson, ResourceChange } from "../../engine/read-plan";

/** Attribute that refers to the id of an object of this provider. */
const REFERENCE = /^((?:data\.)?(clickstack_\w+)\.[\w-]+(?:\[[^\]]+\])?)\.id$/;

/** Names of the objects in a plan: managed and looked-up ones, before and after the apply. */
export class ObjectNames {
  /** By id in lower case. */
  readonly #byId = new Map<string, { readonly name: string; readonly namesakes: ReadonlySet<string> }>();
  /** Ids by resource type and name. */
  readonly #namesakes = new Map<string, Set<string>>();
  readonly #byAddress = new Map<string, string>();

  constructor(plan: PlanJson) {
    const changes = [...(plan.resource_drift ?? []), ...(plan.resource_changes ?? [])].flatMap((each) =>
      [each.change.before, each.change.after].map((values) => ({ ...each, values })),
    );
    for (const { address, type, values } of [...plan.held, ...plan.planned, ...changes]) {
      if (!type.startsWith("clickstack_") || !isObject(values)) {
        continue;
      }
      this.#collect(type, values);
      this.#collectTiles(values);
      if (typeof values.name === "string") {
        this.#byAddress.set(address, values.name);
      }
    }
  }

  /** Returns the name of the object with an id. If other objects have the name, the id follows it. */
  ofId(id: string): string | undefined {
    const found = this.#byId.get(id.toLowerCase());
    return found && found.namesakes.size > 1 ? `${found.name} (${id})` : found?.name;
  }

  /** Returns the names of the objects of a type whose ids an argument refers to; undefined for an unknown name. */
  ofReferences(
    references: readonly string[],
    type: string,
    { module_address: module, index }: ResourceChange,
  ): readonly (string | undefined)[] {
    const found = references.flatMap((reference) => {
      const [, address, ofType] = REFERENCE.exec(reference) ?? [];
      return address !== undefined && ofType === type ? [address] : [];
    });
    return found.map((address) => {
      const whole = module === undefined ? address : `${module}.${address}`;
      return this.#byAddress.get(whole) ?? this.#byAddress.get(`${whole}[${JSON.stringify(index ?? 0)}]`);
    });
  }

  /** Names of objects at any depth: look-ups of all objects return lists. */
  #collect(type: string, values: object): void {
    const { id, name } = values as { readonly id?: unknown; readonly name?: unknown };
    if (typeof id === "string" && typeof name === "string" && isKnownIdForm(id)) {
      // A look-up of all objects has the name of the type in the plural.
      const key = `${type.replace(/s$/, "")} ${name}`;
      const namesakes = (this.#namesakes.get(key) ?? new Set()).add(id.toLowerCase());
      this.#namesakes.set(key, namesakes);
      this.#byId.set(id.toLowerCase(), { name, namesakes });
    }
    for (const inner of Object.values(values)) {
      if (typeof inner === "object" && inner !== null) {
        this.#collect(type, inner);
      }
    }
  }

  #collectTiles({ tile_ids: ids }: Readonly<Record<string, unknown>>): void {
    for (const [key, id] of Object.entries(isObject(ids) ? ids : {})) {
      if (typeof id === "string") {
        this.#byId.set(id.toLowerCase(), { name: `tile ${key}`, namesakes: new Set() });
      }
    }
  }
}
