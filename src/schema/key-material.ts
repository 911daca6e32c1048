import * as z from "zod";
import { computed } from "./field";

/** What signs the requests of an API key, made here and never stored by Terraform (docs/internals/api-behavior.md 1.3). */
export const keyMaterial = z.object({
  keyId: computed("A new key ID: 20 random letters and digits. Goes to `key_id_wo`.", z.string(), { sensitive: true }),
  keySecret: computed(
    "A new key secret: `4b1d`, by which secret scanners know the secrets of ClickHouse Cloud, and 38 random letters and digits. Goes to `key_secret_wo`.",
    z.string(),
    { sensitive: true },
  ),
});
