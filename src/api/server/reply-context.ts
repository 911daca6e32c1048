import type { Deployment } from "../settings";
import type { AnswerForm, NotFoundForm } from "./api-request";
import type { SecretMask } from "./secret-mask";

/** What a reply is judged by. */
export interface ReplyContext {
  readonly deployment: Deployment;
  readonly method: string;
  readonly path: string;
  readonly form: AnswerForm;
  readonly mask: SecretMask;
  readonly notFound?: NotFoundForm | undefined;
}
