data "clickstack_connections" "all" {}
