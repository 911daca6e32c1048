data "clickstack_sources" "logs" {
  kind = "log"
}

output "log_sources" {
  value = data.clickstack_sources.logs.sources
}
