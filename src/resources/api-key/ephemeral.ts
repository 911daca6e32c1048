import { objectShapeOf } from "../../declaration/shape";
import type { EphemeralResource } from "../../plugin";
import { schemaOf } from "../handlers/schema";
import type { Session } from "../handlers/session";
import { objectToTerraform } from "../handlers/terraform-form";
import { keyMaterial } from "./secret-declaration";
import { generateKeyMaterial } from "./secrets";

const KEY_MATERIAL = objectShapeOf(keyMaterial);

/**
 * `clickstack_key_material`: a key ID and a key secret that exist while Terraform runs. Asks no server, and so creates nothing:
 * material that no key takes is forgotten at the end of the run.
 */
export const keyMaterialEphemeral: EphemeralResource<Session> = {
  schema: schemaOf(KEY_MATERIAL, "A new key ID and key secret, made anew in every run of Terraform and never stored."),

  async open() {
    return { result: objectToTerraform(KEY_MATERIAL, { ...generateKeyMaterial() }) };
  },
};
