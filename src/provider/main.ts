import "./require-node";
import { serve } from "../plugin/serve";

/** Base64 responses to the host's first calls, which the build inserts. Undefined when run from source. */
declare const PREPARED_SCHEMA: string | undefined;
declare const PREPARED_IDENTITY_SCHEMAS: string;

// The declarations and the client load on demand, because Terraform starts a provider several times per command.
const load = async () => (await import("./provider")).provider;

if (typeof PREPARED_SCHEMA === "undefined") {
  void serve(load);
} else {
  const prepared = {
    GetProviderSchema: Buffer.from(PREPARED_SCHEMA, "base64"),
    GetResourceIdentitySchemas: Buffer.from(PREPARED_IDENTITY_SCHEMAS, "base64"),
  };
  void serve(load, { prepared });
}
