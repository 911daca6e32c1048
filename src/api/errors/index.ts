export { AmbiguousCreateError } from "./ambiguous-create-error";
export { ApiError, type ApiErrorKind } from "./api-error";
export { ClientError } from "./client-error";
export { ConnectionError } from "./connection-error";
export type { Finding } from "./finding";
export { IncompleteListError } from "./incomplete-list-error";
export { InsecureEndpointError } from "./insecure-endpoint-error";
export { UnexpectedAnswerError } from "./unexpected-answer-error";
export { UnsupportedOperationError } from "./unsupported-operation-error";
