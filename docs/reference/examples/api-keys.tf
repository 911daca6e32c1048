data "clickstack_api_keys" "forgotten" {
  state                  = "enabled"
  unused_since           = "2026-01-01T00:00:00Z"
  without_ip_restriction = true
}

output "forgotten-keys" {
  value = data.clickstack_api_keys.forgotten.api_keys
}
