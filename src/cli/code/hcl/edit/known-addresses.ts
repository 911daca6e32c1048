import type { PlanJson } from "../../../engine/read-plan";
import { type CodeText, elementAddress, terraformAddress } from "../../text/code-text";
import type { HclModule } from "./configuration";

/** Addresses of ids in one module, such as `data.clickstack_source.logs.id`. */
export class KnownAddresses {
  /** Ids by address. */
  readonly #ids = new Map<CodeText, string>();

  /** @param moduleAddress undefined for the root module */
  constructor({ held }: PlanJson, module: HclModule, moduleAddress: string | undefined) {
    const prefix = moduleAddress === undefined ? "" : `${moduleAddress}.`;
    for (const { address, mode, type, name, values } of held) {
      const local = address.startsWith(prefix) ? address.slice(prefix.length) : "module.";
      if (
        local.startsWith("module.") ||
        module.blocks(mode === "data" ? "data" : "resource", type, name).length === 0
      ) {
        continue;
      }
      this.#add(terraformAddress(`${local}.id`), values.id);
      for (const [key, id] of Object.entries((values.tile_ids ?? {}) as Record<string, unknown>)) {
        this.#add(elementAddress(terraformAddress(`${local}.tile_ids`), key), id);
      }
    }
  }

  #add(address: CodeText, id: unknown): void {
    if (typeof id === "string") {
      this.#ids.set(address, id);
    }
  }

  /** Returns the id that an address refers to. White space in the code does not matter. */
  idAt(code: string): string | undefined {
    const address = code.replace(/(?<!\s)\s+(?=[.[\]])|(?<=[.[])\s+/g, "");
    return [...this.#ids].find(([each]) => each === address)?.[1];
  }

  /**
   * Returns the address of an id; undefined if the module declares no object with it.
   * @param type such as `clickstack_source`; undefined for a tile
   */
  addressOf(id: string, type: string | undefined): CodeText | undefined {
    return [...this.#ids].find(([address, each]) => each === id && isOfType(address, type))?.[0];
  }
}

function isOfType(address: string, type: string | undefined): boolean {
  return type === undefined ? address.includes(".tile_ids[") : address.replace(/^data\./, "").startsWith(`${type}.`);
}
