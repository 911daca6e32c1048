resource "clickstack_api_key" "ci" {
  name              = "ci"
  assigned_role_ids = ["2f1f7f0e-6a3c-4a53-9d3e-0a1c3c0f5b11"]
  expire_at         = "2027-12-31T23:59:59Z"
  ip_access_list    = [{ source = "203.0.113.0/24", description = "build machines" }]
  secret_in_state   = true
}

resource "clickstack_api_key" "legacy" {
  adopt = { id = "8d2c3f4e-91b5-4c57-8a0e-5f6b7c8d9e0f" }
  state = "disabled"
}
