import { Webhook } from "cdk-clickstack";
import { type TerraformStack, TerraformVariable } from "cdktf";

export function addTo(stack: TerraformStack): void {
  new Webhook(stack, "pager", {
    name: "Pager",
    service: "generic",
    url: "https://example.com/hooks/clickstack",
    body: '{"text":"{{title}}"}',
    headers: { "X-Source": "clickstack" },
    headersVersion: "1",
  });

  const address = new TerraformVariable(stack, "slack_address", { type: "string", sensitive: true });
  new Webhook(stack, "oncall", {
    name: "Slack oncall",
    service: "slack",
    urlWo: address.stringValue,
    urlWoVersion: "1",
  });
}
