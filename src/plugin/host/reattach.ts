import type { Address } from "./handshake";

/** What a person exports so that Terraform uses a provider that already runs (docs/internals/terraform-protocol.md 2). */
export function reattachLine(source: string, { network, text }: Address): string {
  const provider = {
    Protocol: "grpc",
    ProtocolVersion: 6,
    Pid: process.pid,
    Test: true,
    Addr: { Network: network, String: text },
  };
  return `export TF_REATTACH_PROVIDERS='${JSON.stringify({ [source]: provider })}'`;
}
