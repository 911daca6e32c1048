resource "local_file" "checkout" {
  filename = "${path.module}/checkout.json"
  content  = provider::clickstack::dashboard_to_json(clickstack_dashboard.checkout)
}
