import { isOfService, missingPermission } from "../http/refusal";
import type { ApiRequest, ApiResponse } from "../http/request";
import type { Sender } from "../limits/sender";
import { abandonable } from "../waiting";
import { type ApiCall, Operation } from "./operation";

/** One deployment's server: carries operations out, and repeats their requests where that is safe. */
export class ApiServer {
  /** True when the organization itself can be read. Requested once. */
  #organizationIsOpen: Promise<boolean> | undefined;

  /** @param signal aborts all operations */
  constructor(
    readonly sender: Sender,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Sends a request that is safe to repeat. Throws the error of its last try. */
  call(request: ApiRequest): Promise<ApiResponse> {
    return this.perform({ request, decode: (response) => response });
  }

  /** Carries an operation out. Throws the error of its last try, or the reason of an abort before any change. */
  async perform<T>(call: Omit<ApiCall<T>, "once">): Promise<T> {
    const operation = this.begin(call);
    try {
      const tried = await operation.attempt();
      if ("result" in tried) {
        return tried.result;
      }
      throw tried.error;
    } catch (error) {
      throw await this.errorOf(error, operation, call.request);
    } finally {
      operation.end();
    }
  }

  /** Returns an operation whose caller repeats lost tries. The caller ends it. */
  begin<T>(call: ApiCall<T>): Operation<T> {
    const { afterStop, signal } = call.request;
    return new Operation(this.sender, call, afterStop === undefined ? [signal, this.signal] : [afterStop]);
  }

  /**
   * Returns the error that a failed operation throws. Adds a hint to a 403 without a reason: if the key can read the
   * organization, a permission is missing; otherwise the organization or the address may be wrong.
   */
  async errorOf(thrown: unknown, operation: Operation<unknown>, request: ApiRequest): Promise<unknown> {
    const error = operation.errorOf(thrown);
    const hinted = this.sender.deployment === "managed" ? missingPermission(error) : undefined;
    if (hinted === undefined) {
      return error;
    }
    const secondLook = () => abandonable(this.#canReadOrganization(request), operation.stop).catch(() => false);
    const admitted = this.sender.hasAdmitted || (isOfService(hinted.path) && (await secondLook()));
    return admitted ? hinted : error;
  }

  /** Requests the organization once for all refused operations, so the signal of one operation does not abort it. */
  #canReadOrganization({ segments }: ApiRequest): Promise<boolean> {
    const keys: ApiRequest = { method: "GET", segments: [...segments.slice(0, 3), "keys"], form: "enveloped" };
    this.#organizationIsOpen ??= this.sender.send(keys, 1, this.signal).then(
      (attempt) => "response" in attempt,
      () => false,
    );
    return this.#organizationIsOpen;
  }
}
