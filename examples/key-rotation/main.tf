# Rotates a key every 30 days. Only the holder of an age identity can read its secret: the state and a file contain the
# encrypted secret. Environment variables set the credentials: CLICKHOUSE_CLOUD_API_KEY, CLICKHOUSE_CLOUD_API_SECRET and
# CLICKHOUSE_ORGANIZATION_ID.
terraform {
  required_providers {
    clickstack = {
      source  = "cdk-clickstack/clickstack"
      version = "0.1.0"
    }
  }
}

variable "recipient" {
  description = "The age public key that encrypts the secret. `age-keygen -o key.txt` prints it."
  type        = string
}

# clickstack-lint-disable-next-line key-open-addresses -- hosted runners have no fixed addresses
resource "clickstack_api_key" "deploy" {
  name           = "deploy"
  role_names     = ["Deploy bot"]
  allow_any_ip   = true
  age_recipients = [var.recipient]

  rotate_every = "30d"
  overlap      = "7d"

  lifecycle {
    # Terraform creates and stores the new key before the previous one expires.
    create_before_destroy = true
  }
}

# Stores the encrypted secret in a file. To use a vault, replace this by its resource.
resource "terraform_data" "store" {
  triggers_replace = { key = clickstack_api_key.deploy.id }

  provisioner "local-exec" {
    command     = "printf '%s' \"$CIPHER_TEXT\" > deploy-key.age"
    environment = { CIPHER_TEXT = clickstack_api_key.deploy.encrypted_secret }
  }
}
