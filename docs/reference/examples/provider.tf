terraform {
  required_providers {
    clickstack = {
      source  = "cdk-clickstack/clickstack"
      version = "0.1.0"
    }
  }
}

provider "clickstack" {
  endpoint   = "http://localhost:8000"
  deployment = "open_source"
}
