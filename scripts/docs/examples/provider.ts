import { ClickStackProvider } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  // The key comes from CLICKSTACK_API_KEY.
  new ClickStackProvider(stack, "clickstack", {
    endpoint: "http://localhost:8000",
    deployment: "open_source",
  });
}
