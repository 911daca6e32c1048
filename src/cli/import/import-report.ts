import { EXIT } from "../frame/exit";
import { jsonDocument } from "../frame/json";
import type { Colors } from "../frame/output";
import { tableLines } from "../frame/text";
import {
  type Difference,
  IMPORT_VERSION,
  importDocument,
  importListDocument,
  type Verification,
  type WrittenFile,
} from "./import-document";
import type { ImportResult } from "./import-objects";
import { quotedName } from "./read/existing-objects";
import { TYPE_FACTS } from "./read/imported-types";
import type { ImportListing } from "./read/inventory";
import type { CodeFormat } from "./text/formats";
import { onOneLine } from "./text/text";
import { addressIn } from "./write/folder-code";

/** The folder of the result, and its language. */
interface ListedPlace {
  /** As the user wrote it. */
  readonly folder: string;
  readonly format: CodeFormat;
}

/** Prints the result of an import as text. */
export function importText(result: ImportResult, { folder }: ListedPlace, colors: Colors): string {
  const { model, added, present, files, verification, notes } = result;
  const parts = [
    [`Imported ${countsByType(added) || "no new objects"} into ${folder}.`, ...fileLines(files, colors)],
    presentLines(present),
    model.leftOut.length > 0
      ? [
          colors.yellow("Not imported:"),
          ...model.leftOut.map(
            ({ object, reason }) => `  ${TYPE_FACTS[object.type].noun} ${quotedName(object)}: ${onOneLine(reason)}`,
          ),
        ]
      : [],
    tileLines(model, colors),
    notes.map(onOneLine),
    verificationLines(verification, colors),
    [`Next steps: ${folder}/README.md.`],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

/** Prints the result of an import as JSON. */
export function importJson(result: ImportResult, { folder, format }: ListedPlace): string {
  const { model, added, present, files, verification, notes } = result;
  const document = importDocument.parse({
    folder,
    format,
    objects: [
      ...added.map((object) => ({ object, address: addressIn(format, object), status: "added" as const })),
      ...present.map((each) => ({ ...each, status: "present" as const })),
    ].map(({ object: { type, id, name }, address, status }) => ({ type, id, name, address, status })),
    leftOut: model.leftOut.map(({ object: { type, id, name }, reason }) => ({ type, id, name, reason })),
    tilesLeftOut: model.objects.flatMap((each) =>
      each.tilesLeftOut.map((tile) => ({ address: addressIn(format, each), ...tile })),
    ),
    files,
    verification,
    notes,
  });
  return jsonDocument("import", IMPORT_VERSION, document);
}

/**
 * Returns 0 if the code is complete and verified, 2 if it is incomplete or the plan has changes, 1 on a failed step.
 */
export function importExitCode({ model, verification }: ImportResult): number {
  if (verification.status === "failed") {
    return EXIT.error;
  }
  const isProved =
    verification.status === "skipped" || (verification.status === "verified" && verification.missing.length === 0);
  const isWhole =
    model.leftOut.length === 0 && model.objects.every(({ tilesLeftOut }) => tilesLeftOut.length === 0) && isProved;
  return isWhole ? EXIT.done : EXIT.found;
}

const WORDS: Readonly<Record<WrittenFile["status"], string>> = {
  written: "written",
  unchanged: "unchanged",
  extended: "edited; the new lines were added, and the edits stay",
  kept: "kept, because it was edited; there is no new text",
  beside: "kept, because it was edited",
  deleted: "left out, because it was deleted; there is no new text",
};

function fileLines(files: readonly WrittenFile[], colors: Colors): readonly string[] {
  const width = Math.max(...files.map(({ path }) => path.length));
  return files.map(({ path, status, besidePath }) => {
    const words = besidePath === undefined ? WORDS[status] : `${WORDS[status]}; the new text is in ${besidePath}`;
    return `  ${path.padEnd(width)}  ${status === "beside" ? colors.yellow(words) : colors.dim(words)}`;
  });
}

function verificationLines(verification: Verification, colors: Colors): readonly string[] {
  switch (verification.status) {
    case "verified":
      return [
        `${colors.green("Verified")} with ${verification.engine}: the plan imports ${verification.imported.length} ${
          verification.imported.length === 1 ? "object" : "objects"
        } and changes nothing, and after that import the plan is empty. The state of the verification was deleted; no object was changed on the server.`,
        ...verification.missing.map((address) => `  ${address} is no longer in the code, and was not verified.`),
      ];
    case "differs":
      return [
        `${colors.red("Not verified")} with ${verification.engine}: the plan has changes. The import was not applied.`,
        ...verification.changes.map(differenceLine),
      ];
    case "failed":
      return [
        `${colors.red("Not verified")}: ${verification.step} failed. The import was not applied.`,
        verification.output,
      ];
    case "skipped":
      return [`Not verified. ${verification.reason}`];
  }
}

/** Maximum number of objects that are listed by name. A longer list would hide the new objects. */
const MAX_LISTED_NAMES = 10;

function presentLines(present: ImportResult["present"]): readonly string[] {
  if (present.length === 0) {
    return [];
  }
  const names =
    present.length > MAX_LISTED_NAMES
      ? []
      : present.map(
          ({ object, address }) => `  ${TYPE_FACTS[object.type].noun} ${quotedName(object)}: ${onOneLine(address)}`,
        );
  return [
    `Already in the folder, and not imported again: ${countsByType(present.map(({ object }) => object))}.`,
    ...names,
  ];
}

function tileLines({ objects }: ImportResult["model"], colors: Colors): readonly string[] {
  const lines = objects.flatMap((object) =>
    object.tilesLeftOut.map(
      ({ key, name, reason }) =>
        `  tile "${onOneLine(name) || key}" of the dashboard ${quotedName(object)}: ${onOneLine(reason)}`,
    ),
  );
  if (lines.length === 0) {
    return [];
  }
  return [colors.yellow("Tiles not imported; the code ignores them, so that updates keep them:"), ...lines];
}

function differenceLine({ address, actions, paths }: Difference): string {
  return `  ${address}: ${actions.join(", ")}${paths.length > 0 ? ` (${paths.join(", ")})` : ""}`;
}

/** Prints the list as a table. */
export function listText({ objects, notes }: ImportListing): string {
  const rows = objects.map(({ type, name, tags, id }) => [
    type,
    onOneLine(name) || "-",
    onOneLine(tags.join(", ")) || "-",
    id,
  ]);
  const lines =
    objects.length > 0 ? tableLines([["TYPE", "NAME", "TAGS", "ID"], ...rows]) : ["No objects match the filters."];
  return [...lines, ...(notes.length > 0 ? ["", ...notes] : []), ""].join("\n");
}

/** Prints the list as JSON. */
export function listJson({ objects, notes }: ImportListing): string {
  const listed = objects.map(({ type, id, name, tags }) => ({ type, id, name, tags }));
  return jsonDocument("import-list", IMPORT_VERSION, importListDocument.parse({ objects: listed, notes }));
}

/** Counts the objects by type: "2 dashboards, 1 alert". */
function countsByType(objects: ImportListing["objects"]): string {
  const counts = new Map<keyof typeof TYPE_FACTS, number>();
  for (const { type } of objects) {
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts]
    .map(([type, count]) => `${count} ${count === 1 ? TYPE_FACTS[type].noun : TYPE_FACTS[type].plural}`)
    .join(", ");
}
