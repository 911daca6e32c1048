import type { PlanJson } from "../../../engine/read-plan";
import type { UnmanagedAlert } from "../../../server/unmanaged-alerts";
import type { Adoption } from "../../edits/edit-result";
import { freeConstructId, Names } from "../../model/names";
import { codeText, elementAddress, indentation, terraformAddress } from "../../text/code-text";
import { code, type Entry, text, withNameFirst } from "../../text/expression";
import { HclPrinter, type HclBlock as PrintedBlock } from "../print/hcl-printer";
import { type HclConfiguration, isUneditable, KnownAddresses } from "./configuration";
import type { BlockSyntax } from "./hcl-file";
import { attributeEntries, findResource } from "./object-edit";

/** Returns the alerts with names that no resource of the plan has. */
export function freeAlertNames(
  plan: PlanJson,
  alerts: readonly UnmanagedAlert[],
): readonly (readonly [alert: UnmanagedAlert, name: string])[] {
  const names = new Names(
    "-",
    (plan.resource_changes ?? []).map(({ name }) => name.replaceAll("_", "-")),
  );
  return alerts.map((alert) => [alert, freeConstructId(alert, names).replaceAll("-", "_")]);
}

/** Adds a resource with an import of the existing alert after the block of its dashboard. */
export function addAlertBlock(
  configuration: HclConfiguration,
  plan: PlanJson,
  alert: UnmanagedAlert,
  name: string,
): Adoption {
  const address = `clickstack_alert.${name}`;
  const dashboard = plan.resource_changes?.find((each) => each.address === alert.dashboard);
  const found = dashboard && findResource(configuration, plan, dashboard);
  if (!dashboard || !found || isUneditable(found)) {
    return { adopted: [], notAdopted: found && isUneditable(found) ? [{ prop: "", ...found }] : [] };
  }
  const { module, block } = found;
  const { file } = block;
  if (dashboard.module_address !== undefined) {
    const reason = "Terraform imports objects into the root module only, and a child module declares the dashboard.";
    return {
      adopted: [],
      notAdopted: [{ prop: "", file: file.path, line: file.lineAt(block.node.start), reason }],
    };
  }
  const entries = attributeEntries("alert", alert.fields, new KnownAddresses(plan, module, undefined));
  const tile = code(elementAddress(terraformAddress(`${alert.dashboard}.tile_ids`), alert.tileKey));
  const resource: PrintedBlock = {
    head: ["resource", "clickstack_alert", name],
    arguments: withNameFirst(entries).map(
      (entry): Entry => (entry.key === "tile_id" ? { key: "tile_id", value: tile } : entry),
    ),
  };
  const imported: PrintedBlock = {
    head: ["import"],
    arguments: [
      { key: "to", value: code(terraformAddress(address)) },
      { key: "id", value: text(alert.id) },
    ],
  };
  insertAfter(block, [resource, imported]);
  return { adopted: [`resource "clickstack_alert" "${name}"`], notAdopted: [] };
}

function insertAfter({ file, node }: BlockSyntax, blocks: readonly PrintedBlock[]): void {
  const { lineEnd } = file;
  const style = { unit: indentation(file.indentationUnit), hasHeredocs: lineEnd === "\n" };
  const printer = new HclPrinter(style);
  const texts = blocks.map((block) => printer.blockLines(block, codeText``).join(lineEnd));
  const rest = /^[^\r\n]*/.exec(file.text.slice(node.end))?.[0] ?? "";
  file.edits.appendLeft(node.end + rest.length, texts.map((text) => lineEnd + lineEnd + text).join(""));
}
