data "clickstack_roles" "custom" {
  type = "custom"
}

output "custom_roles" {
  value = data.clickstack_roles.custom.roles
}
