data "clickstack_alert" "errors" {
  name = "Checkout errors"
}
