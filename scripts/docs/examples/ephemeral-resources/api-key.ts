import { ClickStackProvider, Dashboard, SystemRole, TemporaryApiKey } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const key = new TemporaryApiKey(stack, "run", {
    name: "deploy",
    roles: [SystemRole.serviceAdmin],
    ipAccessList: [{ source: "203.0.113.0/24", description: "build machines" }],
    validFor: "30m",
  });
  const asRun = new ClickStackProvider(stack, "as-run", {
    alias: "run",
    cloudApiKey: key.keyId,
    cloudApiSecret: key.keySecret,
  });
  const checkout = Dashboard.byName(stack, "Checkout", { provider: asRun });

  new TerraformOutput(stack, "checkout", { value: checkout.id });
}
