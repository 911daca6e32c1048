data "clickstack_connections" "all" {}

output "connections" {
  value = data.clickstack_connections.all.connections
}
