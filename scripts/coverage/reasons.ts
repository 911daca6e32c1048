/** Properties that a declaration covers with a field of another name, as `Schema.property`. */
export const REACHED_AS: Readonly<Record<string, string>> = {
  "Alert.channel": "channels",
  "AlertResponse.channel": "channels",
  "CreateAlertRequest.channel": "channels",
  "UpdateAlertRequest.channel": "channels",
  "ApiKey.assignedRoles": "assignedRoleIds",
  "AssignedRole.roleId": "id",
  "AssignedRole.roleName": "name",
  "AssignedRole.roleType": "type",
  "ApiKeyPostRequest.hashData": "keySecretWo",
  "ApiKeyHashData.keyIdHash": "keyIdWo",
  "ApiKeyHashData.keyIdSuffix": "keyIdWo",
  "ApiKeyHashData.keySecretHash": "keySecretWo",
  "SeriesResponse.data": "rows",
  "SeriesDataPoint.ts_bucket": "time",
  "SeriesDataPoint.series_0.data": "values",
  "SeriesDataPoint.series_1.data": "values",
};

/** Operations that belong to no collection, as `METHOD root/path`, with the resource or look-up that calls them. */
export const REACHED_BY: Readonly<Record<string, string>> = {
  "POST observability/dashboards/validate": "clickstack_dashboard",
  "POST observability/charts/series": "clickstack_chart_series",
  "POST observability/search": "clickstack_search",
  "GET observability/team/invitations": "clickstack_team_member",
  "POST observability/team/invitation": "clickstack_team_member",
  "DELETE observability/team/invitation/{}": "clickstack_team_member",
  "DELETE observability/team/member/{}": "clickstack_team_member",
};

/** Reasons for operations that are not covered. */
export const OPERATIONS_LEFT_OUT: Readonly<Record<string, string>> = {};

/** Reasons for properties that are not covered, as `Schema.property`. `*` matches any text. The first match applies. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  "*Envelope.*": "the envelope of a response, not a part of an object",
  "*ListResponse.*": "the envelope of a response, not a part of an object",
  "PaginationMeta.*": "lists are read to their end",
  "Error.*": "becomes a diagnostic",
  "POST /api/v2/charts/series response.error": "becomes a diagnostic",
  "ValidateDashboard*": "the result of a check, not a part of a dashboard",
  "POST /api/v2/dashboards/validate response.*": "the result of a check, not a part of a dashboard",

  "*.createdAt": "set by the server, not declared",
  "*.updatedAt": "set by the server, which changes it without a request",
  "*.teamId": "the team is that of the credentials",

  "TileOutput.id": "set by the server; shown by tile key in `tile_ids`",
  "TileInput.id": "set by the server; the provider sends the id in `tile_ids`",
  "Filter.id": "set by the server; the provider keeps the id and sends it with each update",
  "*ChartSeries.*": "deprecated; read by `Dashboard.fromJson` and offered as `config`",
  "TileInput.series": "deprecated; read by `Dashboard.fromJson` and offered as `config`",
  "TileInput.asRatio": "deprecated with `series`; replaced by `config.asRatio`",

  "SearchRequest.offset": "a search reads only the first page, which contains up to 2000 events",
  "SearchResponse.*": "shown as `events` and `event_count`",
  "POST /api/v2/search response.*": "becomes a diagnostic",

  "ApiKeyPostResponse.key": "the record of the key, whose fields are listed under ApiKey",
  "RBACPolicy.*": "set by the server; a policy gets a new id at every write",
  "RBACRole.*": "the organization of the credentials",
};
