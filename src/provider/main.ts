import { serve } from "../plugin";

// The declarations and the client load after the handshake line: Terraform starts a provider several times per command.
void serve(async () => (await import("./provider")).provider);
