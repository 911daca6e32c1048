variable "rotation" {
  type    = string
  default = "30d"

  validation {
    condition     = provider::clickstack::parse_duration(var.rotation) >= provider::clickstack::parse_duration("7d")
    error_message = "Keys may rotate once a week at the most."
  }
}
