data "clickstack_webhooks" "slack" {
  service = "slack"
}

output "slack_webhooks" {
  value     = data.clickstack_webhooks.slack.webhooks
  sensitive = true
}
