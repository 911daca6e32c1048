data "clickstack_sources" "logs" {
  kind = "log"
}
