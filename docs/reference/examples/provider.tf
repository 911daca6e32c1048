terraform {
  required_providers {
    clickstack = {
      source  = "cdk-clickstack/clickstack"
      version = "0.1.0"
    }
  }
}

provider "clickstack" {
  deployment = "open_source"
  endpoint   = "http://localhost:8000"
}
