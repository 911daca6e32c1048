data "clickstack_alert" "alert-checkout-errors" {
  name = "Checkout errors"
}

output "state" {
  value = data.clickstack_alert.alert-checkout-errors.state
}
