resource "clickstack_webhook" "pager" {
  name            = "Pager"
  service         = "generic"
  url             = "https://example.com/hooks/clickstack"
  body            = "{\"text\":\"{{title}}\"}"
  headers         = { X-Source = "clickstack" }
  headers_version = "1"
}
