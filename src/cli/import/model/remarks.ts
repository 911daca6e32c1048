import type { Imported } from "./imported";

/** What the server does not show of a connection, and so no code can say. */
export const CONNECTION_REMARK = "The server never shows the password: it stays as long as none is declared here.";

/** The same of a webhook. */
export function webhookRemark({ fields }: Imported): string | undefined {
  if (fields.service === "slack") return undefined;
  const unseen =
    fields.service === "incidentio" ? "headers, query parameters and body" : "headers and query parameters";
  return `The server never shows its ${unseen}: they stay as long as none are declared here.`;
}
