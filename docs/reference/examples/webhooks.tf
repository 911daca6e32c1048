data "clickstack_webhooks" "slack" {
  service = "slack"
}
