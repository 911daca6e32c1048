data "clickstack_alert" "alert-checkout-errors" {
  name = "Checkout errors"
}
