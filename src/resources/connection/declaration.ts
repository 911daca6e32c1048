import * as z from "zod";
import { extraFields } from "../../declaration/extra-fields";
import { computed, optional, required } from "../../declaration/field";
import { declareLookUp, factsOf, listLookUpOf } from "../../declaration/look-ups";
import { otherFields } from "../../declaration/other-fields";
import { httpAddress } from "../../declaration/value-types";

/** A connection that sources read through (docs/internals/api-behavior.md 3.14). Open source only. */
export const connection = z.object({
  id: computed("The connection's id.", z.string()),
  name: required("The connection's name.", z.string().min(1)),
  host: required(
    "The address of ClickHouse over HTTP, or of a Prometheus endpoint. Servers of version 2.38 or later put the path of a Prometheus endpoint before the path of every request, and add its query parameters.",
    httpAddress("https://clickhouse.example.com:8443"),
  ),
  username: required("The user that runs the queries.", z.string()),
  password: optional(
    "The user's password. The server never returns it. The provider sends it when the connection is created, and again when `password_version`, `host` or `username` changes.",
    z.string().min(1, "An empty password is not valid. Leave it out"),
    { writeOnly: true, sensitive: true, sentAgainWith: "passwordVersion" },
  ),
  passwordVersion: optional(
    "Version of `password`. Change the version whenever the password changes, because the provider cannot read the password and detect a change.",
    z.string(),
  ),
  hyperdxSettingPrefix: optional(
    "The prefix of the settings that HyperDX passes to ClickHouse.",
    z.string().regex(/^\w+$/, "Must have letters, digits and underscores only"),
    { clearValue: null },
  ),
  isPrometheusEndpoint: optional("True if the host accepts PromQL instead of SQL.", z.boolean(), {
    serverDefault: false,
  }),
  extraFields: extraFields("connection"),
  otherFields: otherFields("connection"),
});

const connectionFacts = factsOf(connection);

/** One connection, found by id or by name (docs/internals/api-behavior.md 3.14). */
export const connectionLookup = declareLookUp("connection", connectionFacts);

export const connectionsLookup = listLookUpOf("connections", "connection", connectionFacts, {});
