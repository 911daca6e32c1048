import { join } from "node:path";
import { installProvider } from "../null-provider/install";

/** Installs the imitation of a secret store below a working directory, with `source = "test/store"`. */
export function installSecretStore(workingDirectory: string): void {
  installProvider(workingDirectory, {
    entryPoint: join(__dirname, "main.ts"),
    source: "registry.terraform.io/test/store",
    version: "1.0.0",
  });
}
