import { ClientError } from "./client-error";

/** Credentials would go in clear text over a network. No request was sent. */
export class InsecureEndpointError extends ClientError {
  readonly host: string;

  constructor(host: string) {
    super(
      `Refusing to send credentials to ${host} over plain http: anybody on the way could read them. ` +
        "Use an https address, or set allow_insecure_http where the network is trusted.",
    );
    this.host = host;
  }
}
