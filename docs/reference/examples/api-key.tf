resource "clickstack_api_key" "ci" {
  name              = "ci"
  assigned_role_ids = ["2f1f7f0e-6a3c-4a53-9d3e-0a1c3c0f5b11"]
  role_names        = ["Developer"]
  ip_access_list    = [{ source = "203.0.113.0/24", description = "build machines" }]
  secret_in_state   = true
  rotate_every      = "30d"
  overlap           = "7d"

  lifecycle {
    create_before_destroy = true
  }
}

resource "clickstack_api_key" "legacy" {
  adopt = { name = "legacy" }
  state = "disabled"
}
