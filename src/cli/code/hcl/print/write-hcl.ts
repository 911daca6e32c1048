import { PROVIDER_SOURCE } from "../../../../install/provider-executable";
import { VERSION } from "../../../../version";
import type { GeneratedFile, Move } from "../../../project/generated-file";
import { FILE_ORDER, TYPE_FACTS } from "../../../project/imported-types";
import { watchedId, watchedType } from "../../../server/inventory";
import { type ImportModel, tileKeyOf } from "../../model/import-model";
import { circleRemark, type Imported, ignoredAttributes, ignoredRemark, remarkOf } from "../../model/imported";
import {
  alertsBeside,
  type DashboardOrder,
  dashboardOrder,
  generatedFilesOf,
  type PlacedModel,
  referredBy,
} from "../../model/placed-model";
import type { Reference } from "../../model/references";
import { type CodeText, codeText, identifier, terraformAddress } from "../../text/code-text";
import { code, type Entry, type Expression, list, literal, object, text } from "../../text/expression";
import { type HclBlock, printHcl } from "./hcl-printer";
import { type CodeOfId, HclValues, hclAddress, hclName, LookupNames, lookupBlock } from "./hcl-value";

export const LOOK_UPS = "look_ups.tf";

interface HclFile extends GeneratedFile {
  readonly text: CodeText;
  /** Names of the look-ups that the file refers to, by the look-up as JSON. */
  readonly lookUps: ReadonlyMap<string, string>;
  /** Ids of the objects that the file refers to. */
  readonly references: readonly string[];
}

/** Writes the files of resources. `lookUpNames` are the names of look-ups of earlier imports. */
export function resourceFiles(model: PlacedModel, lookUpNames: ReadonlyMap<string, string>): readonly HclFile[] {
  const [order, names] = [dashboardOrder(model), new LookupNames(lookUpNames)];
  return FILE_ORDER.flatMap((type) =>
    [...generatedFilesOf(model, type)].map(([path, objects]) => new HclWriter(model, order, names).file(path, objects)),
  );
}

export function lookUpsFile(path: string, lookUps: ReadonlyMap<string, string>): GeneratedFile | undefined {
  // The order must not depend on the time of the import.
  const titleOf = ({ head }: HclBlock) => head.join(" ");
  const blocks = [...lookUps]
    .map(([key, name]) => lookupBlock(key, name))
    .sort((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1));
  return blocks.length === 0 ? undefined : { path, text: printHcl(blocks) };
}

/** Writes one file, and collects its references. */
class HclWriter {
  /** Names of look-ups, by the look-up as JSON. */
  readonly #lookUps = new Map<string, string>();
  readonly #references = new Set<string>();

  constructor(
    private readonly model: PlacedModel,
    private readonly order: DashboardOrder,
    private readonly names: LookupNames,
  ) {}

  file(path: string, objects: readonly Imported[]): HclFile {
    const blocks = objects.flatMap((object) => [
      ...(object.type === "webhook" ? [addressVariable(object)] : []),
      ...[object, ...alertsBeside(this.model, object)].map((each) => this.#resource(each)),
    ]);
    return { path, text: printHcl(blocks), lookUps: this.#lookUps, references: [...this.#references] };
  }

  #resource(imported: Imported): HclBlock {
    const { type, fields } = imported;
    for (const { id } of type === "dashboard" ? this.order.targetsOf(imported) : []) {
      this.#references.add(id);
    }
    const values = new HclValues(this.#codeOfIdIn(imported));
    const entries = values.attributes(TYPE_FACTS[type].shape, fields, () => false);
    const comment = remarkOf(imported);
    return {
      head: ["resource", `clickstack_${type}`, hclName(imported)],
      arguments: entries.map((entry) => this.#special(imported, entry)),
      blocks: lifecycleOf(imported),
      ...(comment !== undefined && { comment }),
    };
  }

  #codeOfIdIn(imported: Imported): CodeOfId {
    const mayRefer = this.#mayRefer(imported);
    return (type, id) => {
      const reference = this.model.references.of(type, id);
      if (reference.by === "id") {
        return { expression: text(id), ...(reference.why !== undefined && { comment: reference.why }) };
      }
      if (reference.by === "object" && !mayRefer(reference.object)) {
        return { expression: text(id), comment: circleRemark(reference.object) };
      }
      return { expression: code(terraformAddress(`${this.#addressOf(reference)}.id`)) };
    };
  }

  /** Returns the address of a reference; undefined if there is only an id. */
  #addressOf(reference: Reference): CodeText | undefined {
    if (reference.by !== "look-up") {
      return reference.by === "object" ? hclAddress(reference.object) : undefined;
    }
    const { lookup } = reference;
    const name = this.names.of(lookup);
    this.#lookUps.set(JSON.stringify(lookup), name);
    return codeText`data.${identifier(`clickstack_${lookup.type}`)}.${identifier(name)}`;
  }

  /** Prevents cycles: of two dashboards or sources that refer to each other, one contains an id. */
  #mayRefer(imported: Imported): (other: Imported) => boolean {
    if (imported.type === "source") {
      return referredBy(this.model, imported);
    }
    const targets = imported.type === "dashboard" ? this.order.targetsOf(imported) : undefined;
    return (other) => other.type !== "dashboard" || (targets?.includes(other) ?? true);
  }

  #special(imported: Imported, entry: Entry): Entry {
    if (entry.key === "url" && imported.type === "webhook") {
      return { key: "url", value: code(codeText`var.${hclName(imported)}_url`) };
    }
    if (entry.key !== "tile_id") {
      return entry;
    }
    const address = this.#addressOf(this.model.references.of(watchedType(imported), watchedId(imported)));
    const dashboard = this.model.records.dashboard.find(({ id }) => id === watchedId(imported));
    const key = dashboard && tileKeyOf(dashboard, imported.record.tileId);
    return { key: "tile_id", value: code(terraformAddress(`${address}.tile_ids["${key}"]`)) };
  }
}

function lifecycleOf(imported: Imported): readonly HclBlock[] {
  const ignored = ignoredAttributes(imported);
  if (ignored.length === 0) {
    return [];
  }
  const entry = { key: "ignore_changes", value: list(ignored.map((each) => code(terraformAddress(each)))) };
  return [{ head: ["lifecycle"], comment: ignoredRemark(imported), arguments: [entry] }];
}

/** Returns the variable for a webhook URL. A client that knows the URL can call the webhook. */
function addressVariable(webhook: Imported): HclBlock {
  return {
    head: ["variable", `${hclName(webhook)}_url`],
    comment: `A client that knows the address can call the webhook, so set it in the environment: TF_VAR_${hclName(webhook)}_url.`,
    arguments: [
      { key: "type", value: code(codeText`string`) },
      { key: "sensitive", value: literal(true) },
    ],
  };
}

export function hclImportsFile(
  path: string,
  objects: readonly Pick<Imported, "type" | "constructId" | "id">[],
): GeneratedFile {
  const blocks = objects.map((each) => blockOf("import", { to: code(hclAddress(each)), id: text(each.id) }));
  return {
    path,
    text: printHcl(blocks, "Ids of the resources on the server. Delete this file after the first apply."),
  };
}

/** Writes the moved blocks for the vendor's resources. */
export function hclMovesFile(path: string, moves: readonly Move[]): GeneratedFile {
  const blocks = moves.map(({ from, to }) =>
    blockOf("moved", { from: code(terraformAddress(from)), to: code(terraformAddress(to)) }),
  );
  const comment =
    "Addresses in the state of the vendor's provider. Delete this file after the first apply with that state.";
  return { path, text: printHcl(blocks, comment) };
}

function blockOf(type: string, values: Readonly<Record<string, Expression>>): HclBlock {
  return { head: [type], arguments: object(values).entries };
}

/** Writes the file with the required provider and its configuration. */
export function hclMainFile({ deployment }: Pick<ImportModel, "deployment">): GeneratedFile {
  const source = { source: text(PROVIDER_SOURCE), version: text(VERSION) };
  const blocks: readonly HclBlock[] = [
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
    text: printHcl(blocks, "Credentials and addresses come from the environment."),
  };
}
