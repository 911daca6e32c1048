resource "clickstack_dashboard" "notes" {
  name = "Notes"
  tiles = {
    first = {
      name   = "First"
      x      = 0
      y      = 0
      w      = 24
      h      = 3
      config = { display_type = "markdown", markdown = "# Checkout" }
    }
  }
}

output "json" {
  description = "For `terraform output -raw json`, and for tools that call the API."
  value       = provider::clickstack::dashboard_to_json(clickstack_dashboard.notes)
}
