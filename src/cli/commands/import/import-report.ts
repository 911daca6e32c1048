import { join, resolve } from "node:path";
import { addressIn } from "../../code/folder/folder-code";
import { onOneLine } from "../../code/text/escapes";
import type { CodeFormat } from "../../project/generated-file";
import { TYPE_FACTS } from "../../project/imported-types";
import { writtenFileLines } from "../../reports/formats/written-files";
import { EXIT } from "../../terminal/exit";
import { tableLines } from "../../terminal/table";
import { countText, type TextOptions } from "../../terminal/text-options";
import { indentedLines, wrapLine, wrapText } from "../../terminal/wrap";
import { importDocument, importListDocument, type Verification } from "./import-document";
import type { ImportResult } from "./import-objects";
import { type ImportListing, quotedName } from "./select-objects";

interface ListedPlace {
  /** As the user wrote it. */
  readonly folder: string;
  readonly format: CodeFormat;
}

export function importText(result: ImportResult, { folder }: ListedPlace, options: TextOptions): string {
  const { model, added, present, files, verification, notes } = result;
  const { yellow } = options.colors;
  const item = (text: string) => wrapLine(text, { width: options.width, first: "  ", rest: "    " });
  const parts = [
    [
      `Imported ${countsByType(added) || "no new objects"} into ${shownFolder(folder)}.`,
      ...writtenFileLines(files, options),
    ],
    presentLines(present, item),
    model.leftOut.length > 0
      ? [
          yellow("Not imported:"),
          ...model.leftOut.flatMap(({ object, reason }) =>
            item(`${TYPE_FACTS[object.type].noun} ${quotedName(object)}: ${onOneLine(reason)}`),
          ),
        ]
      : [],
    tileLines(model, options, item),
    notes.map(onOneLine),
    verificationLines(verification, options, item),
    [`Next steps: ${join(folder, "README.md")}.`],
  ];
  const text = parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
  return wrapText(`${text}\n`, options.width);
}

type WriteItem = (text: string) => readonly string[];

/** A folder such as `.` has no name in its text, so its path is shown. */
function shownFolder(folder: string): string {
  return /\w/.test(folder) ? folder : resolve(folder);
}

export function importJson(result: ImportResult, { folder, format }: ListedPlace): string {
  const { model, added, present, files, verification, notes } = result;
  return importDocument.text({
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
}

/**
 * Returns 0 if the code is complete and verified, 2 if it is incomplete, has conflicts or the plan has changes, 1 on a failed
 * step.
 */
export function importExitCode({ model, files, verification }: ImportResult): number {
  if (verification.status === "failed") {
    return EXIT.error;
  }
  const isProved =
    verification.status === "skipped" || (verification.status === "verified" && verification.missing.length === 0);
  const isWhole =
    model.leftOut.length === 0 &&
    model.objects.every(({ tilesLeftOut }) => tilesLeftOut.length === 0) &&
    isProved &&
    !files.some(({ status }) => status === "conflict");
  return isWhole ? EXIT.done : EXIT.found;
}

function verificationLines(
  verification: Verification,
  { colors, width }: TextOptions,
  item: WriteItem,
): readonly string[] {
  switch (verification.status) {
    case "verified":
      return [
        `${colors.green("Verified")} with ${verification.engine}: the plan imports ${countText(verification.imported.length, "object")} and changes nothing, and after that import the plan is empty. The state of the verification was deleted; no object was changed on the server.`,
        ...verification.missing.flatMap((address) =>
          item(`${address} is no longer in the code, and was not verified.`),
        ),
      ];
    case "differs":
      return [
        `${colors.red("Not verified")} with ${verification.engine}: the plan has changes. The import was not applied.`,
        ...verification.changes.flatMap(({ address, actions, paths }) => {
          const places = paths.length > 0 ? ` (${paths.join(", ")})` : "";
          return item(`${address}: ${actions.join(", ")}${places}`);
        }),
      ];
    case "failed":
      return [
        `${colors.red("Not verified")}: ${verification.step} failed. The import was not applied.`,
        ...indentedLines(verification.output, "", width),
      ];
    case "skipped":
      return [`Not verified. ${verification.reason}`];
  }
}

/** Maximum number of objects that are listed by name. A longer list would hide the new objects. */
const MAX_LISTED_NAMES = 10;

function presentLines(present: ImportResult["present"], item: WriteItem): readonly string[] {
  if (present.length === 0) {
    return [];
  }
  const names =
    present.length > MAX_LISTED_NAMES
      ? []
      : present.flatMap(({ object, address }) =>
          item(`${TYPE_FACTS[object.type].noun} ${quotedName(object)}: ${onOneLine(address)}`),
        );
  return [
    `Already in the folder, and not imported again: ${countsByType(present.map(({ object }) => object))}.`,
    ...names,
  ];
}

function tileLines({ objects }: ImportResult["model"], { colors }: TextOptions, item: WriteItem): readonly string[] {
  const lines = objects.flatMap((object) =>
    object.tilesLeftOut.flatMap(({ key, name, reason }) =>
      item(`tile "${onOneLine(name) || key}" of the dashboard ${quotedName(object)}: ${onOneLine(reason)}`),
    ),
  );
  if (lines.length === 0) {
    return [];
  }
  return [colors.yellow("Tiles not imported; the code ignores them, so that updates keep them:"), ...lines];
}

export function listText({ objects, notes }: ImportListing, { width }: TextOptions): string {
  const rows = objects.map(({ type, name, tags, id }) => [
    type,
    onOneLine(name) || "-",
    onOneLine(tags.join(", ")) || "-",
    id,
  ]);
  const lines =
    objects.length > 0
      ? tableLines([["TYPE", "NAME", "TAGS", "ID"], ...rows], { width, flexible: [1, 2] })
      : ["No objects match the filters."];
  const noteLines = notes.flatMap((note) => wrapLine(onOneLine(note), { width }));
  return [...lines, ...(notes.length > 0 ? ["", ...noteLines] : []), ""].join("\n");
}

export function listJson(listing: ImportListing): string {
  return importListDocument.text(listing);
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
