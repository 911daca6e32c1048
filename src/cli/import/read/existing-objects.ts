import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ApiRecord } from "../../../client";
import { jsonIn } from "../../../client/json";
import { shownName } from "../../../resources/resource-type";
import { type Engine, runEngine } from "../../engine/engine";
import { onOneLine } from "../text/text";
import type { ImportedType } from "./imported-types";
import { instancesOf, type StoredState } from "./vendor-state";

/**
 * What the states of a folder manage: id on the server to address. They are those of the folder and of the stacks that
 * its program synthesized, as far as their backends respond.
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

/**
 * A text that somebody edited, with what changed between two texts that were generated: lines that went go, and lines
 * that came stand behind the line that they stood behind. Where nothing came, the text stays as it is. Undefined where
 * somebody changed lines that had to go, or all that could stand before new ones.
 */
export function patchedLines(edited: string, before: string, after: string): string | undefined {
  const lines = edited.split("\n");
  const generated = before.split("\n");
  const places = new Map(pairs(generated, lines));
  const gone = new Set<number>();
  const added = new Map<number, readonly string[]>();
  const hunks = hunksOf(generated, after.split("\n"));
  if (hunks.every((hunk) => hunk.added.length === 0)) {
    return edited;
  }
  for (const hunk of hunks) {
    const removed = Array.from({ length: hunk.removed }, (_, index) => places.get(hunk.at + index));
    const anchor = removed.length > 0 ? removed[0] : anchorOf(hunk.at, generated, places);
    if (anchor === undefined || removed.includes(undefined)) {
      return undefined;
    }
    for (const index of removed) {
      if (index !== undefined) {
        gone.add(index);
      }
    }
    added.set(anchor, [...(added.get(anchor) ?? []), ...hunk.added]);
  }
  const patched = lines.flatMap((line, index) => [...(gone.has(index) ? [] : [line]), ...(added.get(index) ?? [])]);
  return [...(added.get(TOP) ?? []), ...patched].join("\n");
}

/** Stands for what is before the first line. */
const TOP = -1;

/** The last line before a place that says something and is still there. */
function anchorOf(at: number, generated: readonly string[], places: ReadonlyMap<number, number>): number | undefined {
  if (at === 0) {
    return TOP;
  }
  for (let index = at - 1; index >= 0; index--) {
    const place = places.get(index);
    if (place !== undefined && generated[index]?.trim() !== "") {
      return place;
    }
  }
  return undefined;
}

interface Hunk {
  /** Index of the first line that goes, or before which lines come. */
  readonly at: number;
  readonly removed: number;
  readonly added: readonly string[];
}

/** What has to change in lines to make others of them. */
function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const same = [...pairs(before, after), [before.length, after.length] as const];
  let [a, b] = [0, 0];
  return same.flatMap(([at, to]) => {
    const hunk = { at: a, removed: at - a, added: after.slice(b, to) };
    [a, b] = [at + 1, to + 1];
    return hunk.removed + hunk.added.length > 0 ? [hunk] : [];
  });
}

/** The longest sequence of lines that both have, as pairs of indexes. */
function pairs(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    const row = lengths[i];
    for (let j = b.length - 1; row && j >= 0; j--) {
      row[j] = a[i] === b[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  const found: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      found.push([i++, j++]);
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) {
      i++;
    } else {
      j++;
    }
  }
  return found;
}

/** An object that exists on the server. */
export interface Existing {
  readonly type: ImportedType;
  readonly id: string;
  /** Empty where it has none, as an alert may. */
  readonly name: string;
  readonly tags: readonly string[];
  /** As the server shows it. */
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

/** How messages name an object. */
export function quotedName({ name, id }: Pick<Existing, "name" | "id">): string {
  return name === "" ? id : `"${onOneLine(name)}"`;
}
