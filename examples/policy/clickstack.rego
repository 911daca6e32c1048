# Conftest rules for plans. To check a plan of this package or a saved plan of Terraform:
#
#   npx cdk-clickstack plan --json > plan.json
#   terraform show -json plan.tfplan > plan.json
#   conftest test --policy examples/policy plan.json
package main

import rego.v1

# The next rules follow from the list of rules of `cdk-clickstack lint`: npm run docs

# alert-channel: An alert has no channel, so it sends no notification.
deny contains message if {
	some resource in planned
	resource.type == "clickstack_alert"
	lacks(resource, "channels")
	message := sprintf("%s: the alert has no channel. Add one.", [resource.address])
}

# alert-name: An alert has no name, so its notifications have a title that the server derives.
warn contains message if {
	some resource in planned
	resource.type == "clickstack_alert"
	lacks(resource, "name")
	lacks(resource, "display_name")
	message := sprintf("%s: the alert has no name. Set name.", [resource.address])
}

# alert-note: An alert has no note, so its readers do not learn how to respond.
warn contains message if {
	some resource in planned
	resource.type == "clickstack_alert"
	lacks(resource, "note")
	message := sprintf("%s: the alert has no note. Set note.", [resource.address])
}

# key-expiry: An API key never expires and is never rotated.
deny contains message if {
	some resource in planned
	resource.type == "clickstack_api_key"
	lacks(resource, "expire_at")
	lacks(resource, "rotate_every")
	message := sprintf("%s: the API key never expires. Set expire_at or rotate_every.", [resource.address])
}

# An API key with the expiry `never` does not expire either.
deny contains message if {
	some key in planned
	key.type == "clickstack_api_key"
	key.after.expire_at == "never"
	message := sprintf("%s: the API key never expires. Set expire_at to a time.", [key.address])
}

# Every API key must be limited to some addresses.
deny contains message if {
	some key in planned
	key.type == "clickstack_api_key"
	key.after.allow_any_ip == true
	message := sprintf("%s: any address can use the API key. List the required addresses in ip_access_list.", [key.address])
}

deny contains message if {
	some key in planned
	key.type == "clickstack_api_key"
	some source in key.sources
	regex.match(`/[01]$`, source)
	message := sprintf("%s: %s in ip_access_list contains at least half of all addresses. List only the required addresses.", [key.address, source])
}

lacks(resource, name) if is_absent(resource, name)

lacks(resource, name) if count(resource.after[name]) == 0

# Resources that the plan creates, changes or replaces. `after` contains the known attributes. `whole` is true if
# `after` contains all attributes, and false if it contains only changed ones.

planned contains resource if {
	some change in input.resource_changes
	change.mode == "managed"
	some action in change.change.actions
	action in {"create", "update"}
	resource := {
		"address": change.address,
		"type": change.type,
		"whole": true,
		"after": {name: value | value := change.change.after[name]; value != null},
		"unknown": {name | change.change.after_unknown[name] == true},
		"cleared": set(),
		"sources": {entry.source | some entry in change.change.after.ip_access_list},
	}
}

planned contains resource if {
	input.kind == "plan"
	some stack in input.stacks
	some object in stack.objects
	object.action in {"create", "update", "replace"}
	fields := [field | some field in object.fields; count(field.path) == 1]
	listed := {entry.source | some field in fields; field.path == ["ip_access_list"]; some entry in field.after.value}
	changed := {field.after.value | some field in object.fields; field.path[0] == "ip_access_list"; field.path[2] == "source"}
	resource := {
		"address": object.address,
		"type": object.type,
		"whole": object.action == "create",
		"after": {field.path[0]: field.after.value | some field in fields; field.after.value != null},
		"unknown": {field.path[0] | some field in object.fields; field.after.unknown},
		"cleared": {field.path[0] | some field in fields; field.after.absent},
		"sources": listed | changed,
	}
}

is_absent(resource, name) if {
	resource.whole
	not name in object.keys(resource.after)
	not name in resource.unknown
}

is_absent(resource, name) if name in resource.cleared

# A change contains only changed attributes. The other attributes keep their values.
is_absent(resource, "rotate_every") if {
	not resource.whole
	not "rotate_every" in object.keys(resource.after)
	not "rotate_every" in resource.unknown
}
