ephemeral "clickstack_key_material" "ci" {}
