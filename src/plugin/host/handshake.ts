/** Settings that the host passes in the environment of this process (docs/internals/terraform-protocol.md 2). */
export interface Handshake {
  /** Certificate that the host presents, in PEM. Undefined if the host uses no TLS. */
  readonly clientCertificate: string | undefined;
  /** True if the handshake line has a field for connection multiplexing. */
  readonly asksForMultiplexing: boolean;
}

/** Thrown when this process cannot serve. The message is shown to the user. */
export class NotServableError extends Error {
  override readonly name = "NotServableError";
}

const magicCookie = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
const protocolVersion = "6";

/** Throws a NotServableError if a user started the program, or if the host is too old. */
export function readHandshake(environment: NodeJS.ProcessEnv): Handshake {
  if (environment.TF_PLUGIN_MAGIC_COOKIE !== magicCookie) {
    throw new NotServableError(
      "This program is a Terraform provider. Terraform and OpenTofu start it. It does nothing without them.\n" +
        "Fix: Add it to required_providers and run `terraform init`. To debug it, start it with --debug.",
    );
  }
  const offered = (environment.PLUGIN_PROTOCOL_VERSIONS ?? protocolVersion).split(",").map((version) => version.trim());
  if (!offered.includes(protocolVersion)) {
    throw new NotServableError(
      `This provider supports plugin protocol ${protocolVersion}. The program that started it supports only ${offered.join(", ")}.\n` +
        "Fix: Use Terraform 1.0, OpenTofu 1.6, or later.",
    );
  }
  return {
    clientCertificate: environment.PLUGIN_CLIENT_CERT || undefined,
    asksForMultiplexing: /^(1|t|true)$/i.test(environment.PLUGIN_MULTIPLEX_GRPC ?? ""),
  };
}

export interface Address {
  readonly network: "unix" | "tcp";
  readonly text: string;
}

/** Returns the line that the host reads from stdout. */
export function formatHandshake(
  address: Address,
  certificate: Uint8Array | undefined,
  { asksForMultiplexing }: Handshake,
): string {
  const der = certificate
    ? Buffer.from(certificate)
        .toString("base64")
        .replace(/={1,2}$/, "")
    : "";
  const fields = [
    "1",
    protocolVersion,
    address.network,
    address.text,
    "grpc",
    der,
    ...(asksForMultiplexing ? ["false"] : []),
  ];
  return `${fields.join("|")}\n`;
}

/** Each engine adds its default registry to a source without a host (docs/internals/terraform-protocol.md 1). */
const publicRegistries = ["registry.terraform.io", "registry.opentofu.org"];

function sourcesIn(source: string): readonly string[] {
  const [host = "", ...rest] = source.split("/");
  if (!publicRegistries.includes(host)) {
    return [source];
  }
  return publicRegistries.map((registry) => [registry, ...rest].join("/"));
}

/**
 * Returns the line that a user exports so that Terraform or OpenTofu uses a running provider
 * (docs/internals/terraform-protocol.md 2). A source in the public registry of one engine also matches the public
 * registry of the other.
 */
export function formatReattachment(source: string, { network, text }: Address): string {
  const provider = {
    Protocol: "grpc",
    ProtocolVersion: 6,
    Pid: process.pid,
    Test: true,
    Addr: { Network: network, String: text },
  };
  const providers = Object.fromEntries(sourcesIn(source).map((each) => [each, provider]));
  return `export TF_REATTACH_PROVIDERS='${JSON.stringify(providers)}'`;
}
