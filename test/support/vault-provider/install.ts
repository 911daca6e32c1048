import { join } from "node:path";
import { installProvider } from "../null-provider/install";

/** Installs the imitation of hashicorp/vault below a working directory. */
export function installVaultProvider(workingDirectory: string): void {
  installProvider(workingDirectory, {
    entryPoint: join(__dirname, "main.ts"),
    source: "registry.terraform.io/hashicorp/vault",
    version: "5.0.0",
  });
}
