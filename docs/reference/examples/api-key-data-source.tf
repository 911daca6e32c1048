data "clickstack_api_key" "api-key-in-use" {
  in_use = true
}
