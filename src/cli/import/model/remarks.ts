import type { Fields } from "../../../schema/field";
import { type Imported, otherFieldsRemark } from "./imported";

/** What a reader of the code has to know of an object; undefined where there is nothing. */
export function remarkOf(imported: Imported): string | undefined {
  const remarks = [unseenRemark(imported), otherFieldsRemark(imported)].filter((each) => each !== undefined);
  return remarks.length === 0 ? undefined : remarks.join("\n");
}

/** What the server does not show, and so no code can say. */
function unseenRemark({ kind, fields }: Imported): string | undefined {
  if (kind === "connection") return "The server never shows the password: it stays as long as none is declared here.";
  return kind === "webhook" ? webhookRemark(fields) : undefined;
}

function webhookRemark({ service }: Fields): string | undefined {
  if (service === "slack") return undefined;
  const unseen = service === "incidentio" ? "headers, query parameters and body" : "headers and query parameters";
  return `The server never shows its ${unseen}: they stay as long as none are declared here.`;
}
