import { Dashboards } from "cdk-clickstack";
import { TerraformOutput, type TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const shop = new Dashboards(stack, "shop", { tag: "shop" });

  new TerraformOutput(stack, "dashboards_of_the_shop", { value: shop.observed.dashboards });
}
