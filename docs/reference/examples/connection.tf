data "clickstack_connection" "clickhouse" {
  name = "Local ClickHouse"
}
