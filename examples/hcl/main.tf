# The stack of the quickstart in plain HCL. Environment variables set credentials and addresses: CLICKSTACK_ENDPOINT,
# CLICKSTACK_API_KEY, CLICKHOUSE_CLOUD_API_KEY, CLICKHOUSE_CLOUD_API_SECRET and CLICKHOUSE_ORGANIZATION_ID.
terraform {
  required_providers {
    clickstack = {
      source  = "cdk-clickstack/clickstack"
      version = "0.1.0"
    }
  }
}

provider "clickstack" {
  deployment = "open_source"
}

data "clickstack_source" "logs" {
  name = "Logs"
}

data "clickstack_source" "traces" {
  name = "Traces"
}

data "clickstack_webhook" "slack" {
  name = "Slack oncall"
}

resource "clickstack_dashboard" "checkout" {
  name = "Checkout"
  tags = ["checkout", "production"]

  tiles = {
    about = {
      name = "About"
      x    = 0
      y    = 0
      w    = 24
      h    = 3
      config = {
        display_type = "markdown"
        markdown     = "# Checkout\nEverything between the basket and the receipt."
      }
    }
    errors = {
      name = "Errors"
      x    = 0
      y    = 3
      w    = 12
      h    = 7
      config = {
        display_type = "line"
        source_id    = data.clickstack_source.logs.id
        group_by     = "ServiceName"
        select       = [{ agg_fn = "count", where = "ServiceName:checkout AND level:error" }]
      }
    }
    latency = {
      name = "Latency, 95th percentile"
      x    = 12
      y    = 3
      w    = 12
      h    = 7
      config = {
        display_type  = "line"
        source_id     = data.clickstack_source.traces.id
        select        = [{ agg_fn = "quantile", level = 0.95, value_expression = "Duration", where = "ServiceName:checkout" }]
        number_format = { output = "duration", factor = 0.000000001 }
      }
    }
    orders = {
      name = "Orders"
      x    = 0
      y    = 10
      w    = 6
      h    = 4
      config = {
        display_type = "number"
        source_id    = data.clickstack_source.traces.id
        select       = [{ agg_fn = "count", where = "SpanName:PlaceOrder" }]
      }
    }
    slowest = {
      name = "Slowest"
      x    = 6
      y    = 10
      w    = 12
      h    = 8
      config = {
        display_type  = "table"
        source_id     = data.clickstack_source.traces.id
        group_by      = "SpanName"
        select        = [{ agg_fn = "quantile", level = 0.99, value_expression = "Duration" }]
        number_format = { output = "duration", factor = 0.000000001 }
      }
    }
    events = {
      name = "Events"
      x    = 0
      y    = 18
      w    = 24
      h    = 10
      config = {
        display_type = "search"
        source_id    = data.clickstack_source.logs.id
        columns      = "Timestamp, ServiceName, Body"
        where        = "ServiceName:checkout"
      }
    }
  }
}

resource "clickstack_alert" "too_many_errors" {
  name           = "Checkout errors"
  dashboard_id   = clickstack_dashboard.checkout.id
  tile_id        = clickstack_dashboard.checkout.tile_ids["errors"]
  interval       = "5m"
  threshold      = 100
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
  note           = "https://runbooks.example.com/checkout-errors"
}

# clickstack-lint-disable-next-line key-expiry -- the example examples/key-rotation replaces its key
resource "clickstack_api_key" "ci" {
  name            = "ci"
  ip_access_list  = [{ source = "203.0.113.0/24", description = "build machines" }]
  secret_in_state = true
}
