data "clickstack_saved_search" "saved-search-errors-of-the-shop" {
  name = "Errors of the shop"
}

data "clickstack_webhook" "webhook-slack-oncall" {
  name = "Slack oncall"
}

resource "clickstack_alert" "errors" {
  source          = "saved_search"
  saved_search_id = data.clickstack_saved_search.saved-search-errors-of-the-shop.id
  group_by        = "ServiceName"
  interval        = "5m"
  threshold       = 100
  threshold_type  = "above"
  channels        = [{ type = "webhook", webhook_id = data.clickstack_webhook.webhook-slack-oncall.id }]
}
