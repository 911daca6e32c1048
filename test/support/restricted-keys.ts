import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator, EmulatorOptions } from "../../src/emulator";
import { startEmulator } from "./emulator/emulator-for-tests";

/** A key as the emulator returns it. */
export interface StoredKey {
  readonly id: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

/** An emulator with keys that an unrestricted emulator created, because this emulator may refuse to create keys. */
export class EmulatorWithKeys implements AsyncDisposable {
  private constructor(
    readonly emulator: Emulator,
    /** The keys in the order of their names in `start`. */
    readonly keys: readonly StoredKey[],
    private readonly folder: string,
  ) {}

  /** Starts an emulator. Every key has one address range and no roles. */
  static async start(options: EmulatorOptions, names: readonly string[]): Promise<EmulatorWithKeys> {
    const folder = mkdtempSync(join(tmpdir(), "clickstack-keys-"));
    const stateFile = join(folder, "state.json");
    const first = await startEmulator({ stateFile });
    const keys: StoredKey[] = [];
    for (const name of names) {
      keys.push(await createKey(first, name));
    }
    await first.stop();
    const emulator = await startEmulator({ stateFile, ...options });
    return new EmulatorWithKeys(emulator, keys, folder);
  }

  /** Returns a key in its stored form. */
  async stored(id: string): Promise<StoredKey> {
    const response = await fetch(`${this.emulator.endpoints.openSource.endpoint}/ui/keys`);
    const { data } = (await response.json()) as { readonly data: readonly StoredKey[] };
    const found = data.find((key) => key.id === id);
    if (found === undefined) {
      throw new Error(`The emulator has no key ${id}.`);
    }
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.emulator.stop();
    rmSync(this.folder, { recursive: true });
  }
}

async function createKey(emulator: Emulator, name: string): Promise<StoredKey> {
  const { endpoint, organizationId, keyId, keySecret } = emulator.endpoints.managed;
  const response = await fetch(`${endpoint}/v1/organizations/${organizationId}/keys`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ name, ipAccessList: [{ source: "203.0.113.0/24" }] }),
  });
  const { result } = (await response.json()) as { readonly result: { readonly key: StoredKey } };
  return result.key;
}
