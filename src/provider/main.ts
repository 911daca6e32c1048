import { serve } from "../plugin/serve";

/** The response to the host's first call, in base64. The build puts it here; from source there is none. */
declare const PREPARED_SCHEMA: string | undefined;

// The declarations and the client load when they are needed: Terraform starts a provider several times per command.
const load = async () => (await import("./provider")).provider;

if (typeof PREPARED_SCHEMA === "undefined") void serve(load);
else void serve(load, { preparedSchema: Buffer.from(PREPARED_SCHEMA, "base64") });
