data "clickstack_roles" "custom" {
  type = "custom"
}
