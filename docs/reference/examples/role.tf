data "clickstack_role" "role-deploy-bot" {
  name = "Deploy bot"
}

resource "clickstack_api_key" "ci" {
  name              = "ci"
  assigned_role_ids = [data.clickstack_role.role-deploy-bot.id]
  ip_access_list    = [{ source = "203.0.113.0/24" }]
  secret_in_state   = true
}
