ephemeral "clickstack_key_material" "ci" {}

resource "clickstack_api_key" "own" {
  name                 = "own"
  allow_any_ip         = true
  key_id_wo            = ephemeral.clickstack_key_material.ci.key_id
  key_secret_wo        = ephemeral.clickstack_key_material.ci.key_secret
  key_material_version = "1"
}
