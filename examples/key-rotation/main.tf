# A key that is replaced every 30 days, and whose secret only the holder of an age identity can read: the state has the cipher
# text, and a file of it goes to whoever deploys. Credentials come from the environment: CLICKHOUSE_CLOUD_API_KEY,
# CLICKHOUSE_CLOUD_API_SECRET and CLICKHOUSE_ORGANIZATION_ID.
terraform {
  required_providers {
    clickstack = {
      source  = "cdk-clickstack/clickstack"
      version = "0.1.0"
    }
  }
}

variable "recipient" {
  description = "The public key of whoever may read the secret: `age-keygen -o key.txt` prints it."
  type        = string
}

resource "clickstack_api_key" "deploy" {
  name           = "deploy"
  role_names     = ["Deploy bot"]
  allow_any_ip   = true
  age_recipients = [var.recipient]

  rotate_every = "30d"
  overlap      = "7d"

  lifecycle {
    # The new key is there, and in the store, before the old one begins to end.
    create_before_destroy = true
  }
}

# The store: a file. With a vault, its resource stands here, with the cipher text as its value.
resource "terraform_data" "store" {
  triggers_replace = { key = clickstack_api_key.deploy.id }

  provisioner "local-exec" {
    command     = "printf '%s' \"$CIPHER_TEXT\" > deploy-key.age"
    environment = { CIPHER_TEXT = clickstack_api_key.deploy.encrypted_secret }
  }
}
