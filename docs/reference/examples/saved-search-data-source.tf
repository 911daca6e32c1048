data "clickstack_saved_search" "errors" {
  name = "Errors of the shop"
}
