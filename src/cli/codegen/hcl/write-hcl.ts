import { PROVIDER_SOURCE } from "../../../constructs/provider-executable";
import { toAttributes } from "../../../declaration/attribute-form";
import type { Fields } from "../../../declaration/field";
import { VERSION } from "../../../version";
import type { GeneratedFile, Move } from "../../import/formats";
import { type Imported, idsBefore, ignoredAttributes, ignoredRemark, ofType, remarkOf } from "../../import/imported";
import { type ImportedType, TYPE_FACTS } from "../../import/imported-types";
import { watchedBy, watchedType } from "../../import/inventory";
import { freshLayout } from "../../import/layout";
import {
  alertsBeside,
  type DashboardOrder,
  dashboardOrder,
  generatedFilesOf,
  inFileOrder,
  inReadingOrder,
  type LaidOutModel,
  type Model,
  tileKeyOf,
} from "../../import/model";
import { code, type Entry, list, literal, object, text } from "../typescript/source-file";
import { type Block, printHcl } from "./hcl-printer";
import { FileLookups, HclValues, hclAddress, hclName, LookupNames, lookupBlock } from "./hcl-value";

/** The model as a whole configuration in HCL, each file under its path. */
export function writeHcl(model: Model): readonly GeneratedFile[] {
  const files = resourceFiles({ ...model, layout: freshLayout(model.objects, "hcl") }, new Map());
  const lookUps = new Map(files.flatMap((file) => [...file.lookUps]));
  const lookUpFile = lookUpsFile(LOOK_UPS, lookUps);
  return [...files, ...(lookUpFile ? [lookUpFile] : []), importsFile("imports.tf", model.objects), mainFile(model)];
}

/** The file of data sources. */
export const LOOK_UPS = "look_ups.tf";

interface HclFile extends GeneratedFile {
  /** The names of the look-ups that it refers to, by the look-up as JSON. */
  readonly lookUps: ReadonlyMap<string, string>;
  /** The ids of the objects that it refers to. */
  readonly references: readonly string[];
}

/**
 * The files of HCL that declare objects, as far as they are generated.
 * @param lookUpNames names that look-ups have from an earlier import.
 */
export function resourceFiles(model: LaidOutModel, lookUpNames: ReadonlyMap<string, string>): readonly HclFile[] {
  return new HclWriter(model, new LookupNames(lookUpNames)).files();
}

/** The data sources of look-ups, by the look-up as JSON. */
export function lookUpsFile(path: string, lookUps: ReadonlyMap<string, string>): GeneratedFile | undefined {
  const blocks = [...lookUps].map(([key, name]) => lookupBlock(key, name)).sort(byHead);
  return blocks.length === 0 ? undefined : { path, text: printHcl(blocks) };
}

/** In an order that does not depend on when they were imported. */
function byHead({ head: a }: Block, { head: b }: Block): number {
  return a.join(" ") < b.join(" ") ? -1 : 1;
}

class HclWriter {
  readonly #order: DashboardOrder;

  constructor(
    private readonly model: LaidOutModel,
    private readonly names: LookupNames,
  ) {
    this.#order = dashboardOrder(model);
  }

  files(): readonly HclFile[] {
    const { objects, layout } = this.model;
    const dashboards = ofType(objects, "dashboard").filter((each) => layout.isGenerated(layout.pathOf(each)));
    return [
      ...this.#collections("connection", (each, file) => [this.#resource(each, file)]),
      ...this.#collections("source", (each, file) => [this.#resource(each, file)]),
      ...dashboards.map((each) => this.#file(layout.pathOf(each), (file) => this.#withAlerts(each, file))),
      ...this.#collections("saved_search", (each, file) => this.#withAlerts(each, file)),
      ...this.#collections("alert", (each, file) => [this.#resource(each, file)]),
      ...this.#collections("api_key", (each, file) => [this.#resource(each, file)]),
      ...this.#collections("webhook", (each, file) => [addressVariable(each), this.#resource(each, file)]),
    ];
  }

  #collections(
    type: ImportedType,
    blocksOf: (object: Imported, file: FileReferences) => readonly Block[],
  ): readonly HclFile[] {
    return [...generatedFilesOf(this.model, type)].map(([path, objects]) =>
      this.#file(path, (file) => objects.flatMap((each) => blocksOf(each, file))),
    );
  }

  #file(path: string, blocksOf: (file: FileReferences) => readonly Block[]): HclFile {
    const lookups = new FileLookups(this.names);
    const objects = new Set<string>();
    const text = printHcl(blocksOf({ lookups, objects }));
    return { path, text, lookUps: lookups.used, references: [...objects] };
  }

  #withAlerts(watched: Imported, file: FileReferences): readonly Block[] {
    const alerts = alertsBeside(this.model, watched);
    return [this.#resource(watched, file), ...alerts.map((alert) => this.#resource(alert, file))];
  }

  #resource(imported: Imported, { lookups, objects }: FileReferences): Block {
    const { type, fields } = imported;
    for (const { id } of type === "dashboard" ? this.#order.targetsOf(imported) : []) objects.add(id);
    const values = new HclValues(this.model.references, lookups, this.#mayRefer(imported));
    const declared = type === "dashboard" ? { ...fields, tiles: inReadingOrder(fields) } : fields;
    const { tiles, ...attributes } = toAttributes(TYPE_FACTS[type].shape, declared, () => false) as Fields;
    const entries = values.entries({ ...attributes, ...(tiles !== undefined && { tiles }) });
    const comment = remarkOf(imported);
    return {
      head: ["resource", `clickstack_${type}`, hclName(imported)],
      arguments: entries.map((entry) => this.#special(imported, values, entry)),
      blocks: lifecycleOf(imported),
      ...(comment !== undefined && { comment }),
    };
  }

  /** Dashboards lead to each other, and sources name each other: one of the two has to do with the id. */
  #mayRefer(imported: Imported): (other: Imported) => boolean {
    const { type } = imported;
    if (type !== "dashboard" && type !== "source") return () => true;
    const near =
      type === "dashboard"
        ? new Set(this.#order.targetsOf(imported).map(({ id }) => id))
        : idsBefore(inFileOrder(this.model, "source"), imported);
    return (other) => other.type !== type || near.has(other.id);
  }

  #special(imported: Imported, values: HclValues, entry: Entry): Entry {
    if (entry.key === "url" && imported.type === "webhook")
      return { key: "url", value: code(`var.${hclName(imported)}_url`) };
    if (entry.key !== "tile_id") return entry;
    const address = values.address(this.model.references.of(watchedType(imported), watchedBy(imported)));
    const dashboard = this.model.records.dashboard.find(({ id }) => id === watchedBy(imported));
    const key = dashboard && tileKeyOf(dashboard, imported.record.tileId);
    return { key: "tile_id", value: code(`${address}.tile_ids["${key}"]`) };
  }
}

/** What a file turns out to refer to. */
interface FileReferences {
  readonly lookups: FileLookups;
  readonly objects: Set<string>;
}

function lifecycleOf(imported: Imported): readonly Block[] {
  const ignored = ignoredAttributes(imported);
  if (ignored.length === 0) return [];
  const entry = { key: "ignore_changes", value: list(ignored.map(code)) };
  return [{ head: ["lifecycle"], comment: ignoredRemark(imported), arguments: [entry] }];
}

/** An address authorizes whoever knows it. */
function addressVariable(webhook: Imported): Block {
  return {
    head: ["variable", `${hclName(webhook)}_url`],
    comment: `The address authorizes whoever knows it, so that it comes from outside: TF_VAR_${hclName(webhook)}_url.`,
    arguments: [
      { key: "type", value: code("string") },
      { key: "sensitive", value: literal(true) },
    ],
  };
}

/** The ids that objects have on the server, as import blocks. */
export function importsFile(
  path: string,
  objects: readonly Pick<Imported, "type" | "constructId" | "id">[],
): GeneratedFile {
  const blocks = objects.map((each) => ({
    head: ["import"] as const,
    arguments: [
      { key: "to", value: code(hclAddress(each)) },
      { key: "id", value: text(each.id) },
    ],
  }));
  const comment = "What each resource is on the server. Delete this file after the first apply.";
  return { path, text: printHcl(blocks, comment) };
}

/** Where the vendor's resources become those of the configuration. */
export function movesFile(path: string, moves: readonly Move[]): GeneratedFile {
  const blocks = moves.map(({ from, to }) => ({
    head: ["moved"] as const,
    arguments: [
      { key: "from", value: code(from) },
      { key: "to", value: code(to) },
    ],
  }));
  const comment =
    "What each resource is in the state of the vendor's provider. Delete this file after the first apply with that state.";
  return { path, text: printHcl(blocks, comment) };
}

/** What the configuration needs of the engine and the provider. */
export function mainFile({ deployment }: Pick<Model, "deployment">): GeneratedFile {
  const source = { source: text(PROVIDER_SOURCE), version: text(VERSION) };
  const blocks: readonly Block[] = [
    {
      head: ["terraform"],
      arguments: [],
      blocks: [
        { head: ["required_providers"], arguments: [{ key: "clickstack", value: object(source, { isSpread: true }) }] },
      ],
    },
    {
      head: ["provider", "clickstack"],
      arguments: deployment ? [{ key: "deployment", value: text(deployment) }] : [],
    },
  ];
  return {
    path: "main.tf",
    text: printHcl(blocks, "Credentials and addresses come from the environment, see README.md."),
  };
}
