locals {
  rotation = "30d"
  overlap  = "7d"
}

output "share_of_overlap" {
  value = provider::clickstack::parse_duration(local.overlap) / provider::clickstack::parse_duration(local.rotation)
}
