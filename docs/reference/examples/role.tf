data "clickstack_role" "deploy" {
  name = "Deploy bot"
}
