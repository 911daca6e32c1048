import { createHash } from "node:crypto";
import { join } from "node:path";
import { isJsonObject } from "../../client/json";
import { ConfinedFolder } from "../../confined-folder";
import { quietly } from "../../quietly";
import { dataFolderOf } from "./data-folder";

/** The folder of the memory below Terraform's data folder. */
const FOLDER = join("clickstack", "plans");

const MAX_BYTES = 1_000_000;

/**
 * Stores the ids that a plan saw, in one file per object, so that the apply can compare them. Terraform plans an update
 * again when it applies it, and passes only the planned values. Failures are ignored: then the apply compares nothing.
 */
export class PlanMemory {
  readonly #data: ConfinedFolder;

  /** @param dataFolder Terraform's data folder, which `terraform init` creates */
  constructor(dataFolder: string) {
    this.#data = new ConfinedFolder(dataFolder);
  }

  remember(objectId: string, ids: readonly string[]): void {
    quietly(() => {
      this.#data.makeFolder(FOLDER, 0o700);
      this.#data.write(fileOf(objectId), JSON.stringify({ object: objectId, ids }), { mode: 0o600 });
    });
  }

  /** Returns the ids that the last plan of an object saw; undefined if no plan of this folder remembered any. */
  recall(objectId: string): readonly string[] | undefined {
    const stored = quietly(() => JSON.parse(this.#data.read(fileOf(objectId), MAX_BYTES) ?? "null") as unknown);
    if (!isJsonObject(stored) || stored.object !== objectId || !Array.isArray(stored.ids)) {
      return undefined;
    }
    return stored.ids.filter((id) => typeof id === "string");
  }

  forget(objectId: string): void {
    if (this.recall(objectId) !== undefined) {
      quietly(() => this.#data.remove(fileOf(objectId)));
    }
  }
}

/** Returns the memory of the working directory; undefined if Terraform has no data folder. */
export function openPlanMemory(
  workingDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
): PlanMemory | undefined {
  const dataFolder = quietly(() => dataFolderOf(workingDirectory, environment));
  return dataFolder === undefined ? undefined : new PlanMemory(dataFolder);
}

function fileOf(objectId: string): string {
  return join(FOLDER, `${createHash("sha256").update(objectId).digest("hex").slice(0, 32)}.json`);
}
