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
