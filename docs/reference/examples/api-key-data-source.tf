data "clickstack_api_key" "api-key-in-use" {
  in_use = true
}

output "expires" {
  value = data.clickstack_api_key.api-key-in-use.expire_at
}
