import { PROVIDER_SOURCE } from "../../../constructs/provider-source";
import { toAttributes } from "../../../schema/attribute-form";
import type { Fields } from "../../../schema/field";
import { VERSION } from "../../../version";
import { code, type Entry, list, literal, object, text } from "../code/expression";
import type { GeneratedFile } from "../generated-file";
import { type ImportKind, KIND_FACTS } from "../kinds";
import { type DashboardOrder, dashboardOrder } from "../model/dashboard-order";
import { type Imported, idsBefore, ignoredAttributes, ignoredRemark, ofKind } from "../model/imported";
import { alertsElsewhere, alertsOn, type Model, tileKeyOf } from "../model/model";
import { inReadingOrder } from "../model/reading-order";
import { remarkOf } from "../model/remarks";
import { watchedBy, watchedKind } from "../selection";
import { hclAddress, hclName, LookupBlocks } from "./hcl-names";
import { type Block, printHcl } from "./hcl-printer";
import { HclValues } from "./hcl-value";

/** The model as a configuration in HCL, each file under its path. */
export function writeHcl(model: Model): readonly GeneratedFile[] {
  return new HclWriter(model).files();
}

class HclWriter {
  readonly #lookups = new LookupBlocks();
  readonly #order: DashboardOrder;

  constructor(private readonly model: Model) {
    this.#order = dashboardOrder(model);
  }

  files(): readonly GeneratedFile[] {
    const { objects } = this.model;
    const dashboards = ofKind(objects, "dashboard").map((dashboard) =>
      fileOf(`dashboard_${hclName(dashboard)}.tf`, this.#withAlerts(dashboard)),
    );
    const files = [
      fileOf("connections.tf", this.#resources("connection")),
      fileOf("sources.tf", this.#resources("source")),
      ...dashboards,
      fileOf(
        "saved_searches.tf",
        ofKind(objects, "saved_search").flatMap((each) => this.#withAlerts(each)),
      ),
      fileOf(
        "alerts.tf",
        alertsElsewhere(this.model).map((each) => this.#resource(each)),
      ),
      fileOf("api_keys.tf", this.#resources("api_key")),
      fileOf(
        "webhooks.tf",
        ofKind(objects, "webhook").flatMap((each) => [addressVariable(each), this.#resource(each)]),
      ),
    ];
    return [...files, fileOf("look_ups.tf", this.#lookups.blocks), importsFile(objects), mainFile(this.model)].filter(
      (file) => file !== undefined,
    );
  }

  #resources(kind: ImportKind): readonly Block[] {
    return ofKind(this.model.objects, kind).map((each) => this.#resource(each));
  }

  #withAlerts(watched: Imported): readonly Block[] {
    return [this.#resource(watched), ...alertsOn(this.model, watched).map((alert) => this.#resource(alert))];
  }

  #resource(imported: Imported): Block {
    const { kind, fields } = imported;
    const values = new HclValues(this.model.references, this.#lookups, this.#mayRefer(imported));
    const declared = kind === "dashboard" ? { ...fields, tiles: inReadingOrder(fields) } : fields;
    const { tiles, ...attributes } = toAttributes(KIND_FACTS[kind].shape, declared, () => false) as Fields;
    const entries = values.entries({ ...attributes, ...(tiles !== undefined && { tiles }) });
    const comment = remarkOf(imported);
    return {
      head: ["resource", `clickstack_${kind}`, hclName(imported)],
      arguments: entries.map((entry) => this.#special(imported, values, entry)),
      blocks: lifecycleOf(imported),
      ...(comment !== undefined && { comment }),
    };
  }

  /** Dashboards lead to each other, and sources name each other: one of the two has to do with the id. */
  #mayRefer(imported: Imported): (other: Imported) => boolean {
    const { kind } = imported;
    if (kind !== "dashboard" && kind !== "source") return () => true;
    const near =
      kind === "dashboard"
        ? new Set(this.#order.targetsOf(imported).map(({ id }) => id))
        : idsBefore(ofKind(this.model.objects, "source"), imported);
    return (other) => other.kind !== kind || near.has(other.id);
  }

  #special(imported: Imported, values: HclValues, entry: Entry): Entry {
    if (entry.key === "url" && imported.kind === "webhook")
      return { key: "url", value: code(`var.${hclName(imported)}_url`) };
    if (entry.key !== "tile_id") return entry;
    const address = values.address(this.model.references.of(watchedKind(imported), watchedBy(imported)));
    const dashboard = this.model.records.dashboard.find(({ id }) => id === watchedBy(imported));
    const key = dashboard && tileKeyOf(dashboard, imported.record.tileId);
    return { key: "tile_id", value: code(`${address}.tile_ids["${key}"]`) };
  }
}

function fileOf(path: string, blocks: readonly Block[]): GeneratedFile | undefined {
  return blocks.length === 0 ? undefined : { path, text: printHcl(blocks) };
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

function importsFile(objects: readonly Imported[]): GeneratedFile {
  const blocks = objects.map((each) => ({
    head: ["import"] as const,
    arguments: [
      { key: "to", value: code(hclAddress(each)) },
      { key: "id", value: text(each.id) },
    ],
  }));
  const comment = "What each resource is on the server. Delete this file after the first apply.";
  return { path: "imports.tf", text: printHcl(blocks, comment) };
}

function mainFile({ deployment }: Model): GeneratedFile {
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
