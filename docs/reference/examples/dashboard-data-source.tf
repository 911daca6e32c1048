data "clickstack_dashboard" "checkout" {
  name = "Checkout"
}
