import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Storage of the trial provider's objects: one file each, with the number of writes. */
export class Store {
  constructor(
    readonly folder: string,
    readonly warn: (summary: string, detail: string) => void,
  ) {
    mkdirSync(folder, { recursive: true });
  }

  write(id: string, revision: number): void {
    writeFileSync(join(this.folder, id), String(revision));
  }

  revision(id: string): number | undefined {
    const path = join(this.folder, id);
    return existsSync(path) ? Number(readFileSync(path, "utf8")) : undefined;
  }

  remove(id: string): void {
    rmSync(join(this.folder, id), { force: true });
  }
}
