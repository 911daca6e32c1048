variable "exported" {
  description = "What the UI exports, such as file(\"checkout.json\")."
  type        = string
}

data "clickstack_source" "logs" {
  name = "Logs"
}

locals {
  checkout = provider::clickstack::dashboard_from_json(var.exported, {
    sources = { Logs = data.clickstack_source.logs.id }
  })
}

resource "clickstack_dashboard" "checkout" {
  name                = local.checkout.name
  tiles               = local.checkout.tiles
  filters             = local.checkout.filters
  containers          = local.checkout.containers
  tags                = concat(coalesce(local.checkout.tags, []), ["terraform"])
  saved_query         = local.checkout.saved_query
  saved_filter_values = local.checkout.saved_filter_values
}
