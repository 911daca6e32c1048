import { VERSION } from "../version";

/** The provider's address without its registry, which Terraform and OpenTofu fill in. */
export const PROVIDER_SOURCE = "cdk-clickstack/clickstack";

/** Tells cdktf which provider a resource needs. Exact, because the executable beside it has this very version. */
export const GENERATOR_METADATA = {
  providerName: "clickstack",
  providerVersion: VERSION,
  providerVersionConstraint: VERSION,
};
