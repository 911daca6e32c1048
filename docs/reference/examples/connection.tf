data "clickstack_connection" "connection-local-clickhouse" {
  name = "Local ClickHouse"
}

resource "clickstack_dashboard" "clickhouse" {
  name = "ClickHouse"
  tiles = {
    queries = {
      name = "Queries"
      x    = 0
      y    = 0
      w    = 6
      h    = 4
      config = {
        display_type  = "number"
        config_type   = "sql"
        connection_id = data.clickstack_connection.connection-local-clickhouse.id
        sql_template  = "SELECT count() FROM system.processes"
      }
    }
  }
}
