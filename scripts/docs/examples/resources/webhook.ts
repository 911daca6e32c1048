import { WebhookResource } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  new WebhookResource(stack, "pager", {
    name: "Pager",
    service: "generic",
    url: "https://example.com/hooks/clickstack",
    body: '{"text":"{{title}}"}',
    headers: { "X-Source": "clickstack" },
    headersVersion: "1",
  });
}
