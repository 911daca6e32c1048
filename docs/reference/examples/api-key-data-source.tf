data "clickstack_api_key" "own" {
  in_use = true
}
