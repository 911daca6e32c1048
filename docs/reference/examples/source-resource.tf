variable "clickhouse_password" {
  type      = string
  sensitive = true
}

resource "clickstack_connection" "clickhouse" {
  name             = "ClickHouse"
  host             = "https://clickhouse.example.com:8443"
  username         = "hyperdx"
  password         = var.clickhouse_password
  password_version = "1"
}

resource "clickstack_source" "logs" {
  kind                            = "log"
  name                            = "Shop logs"
  connection_id                   = clickstack_connection.clickhouse.id
  from                            = { database_name = "shop", table_name = "otel_logs" }
  default_table_select_expression = "Timestamp, ServiceName, SeverityText, Body"
  timestamp_value_expression      = "TimestampTime"
  service_name_expression         = "ServiceName"
  implicit_column_expression      = "Body"
  body_expression                 = "Body"
}
