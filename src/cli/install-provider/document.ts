import * as z from "zod";

export const INSTALL_PROVIDER_VERSION = 1;

/** What `install-provider --json` prints after `kind` and `version`. */
export const installProviderDocument = z.object({
  installed: z.array(
    z.object({
      folder: z.string().describe("The folder as it was named."),
      platform: z.string().describe("As Terraform names it, such as `linux_amd64`."),
      executable: z.enum(["native", "script"]).describe("A `script` runs wherever Node 20 is."),
    }),
  ),
});

export type Installed = z.output<typeof installProviderDocument>["installed"][number];
