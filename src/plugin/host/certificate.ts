import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { bits, integer, octets, oid, sequence, set, tagged, taggedText, text, utcTime, yes } from "./der";

/** A certificate of this process, and its key. Never written to disk. */
export interface OwnCertificate {
  readonly der: Uint8Array;
  readonly certificatePem: string;
  readonly keyPem: string;
}

const day = 24 * 60 * 60 * 1000;
const ecdsaWithSha256 = sequence(oid("1.2.840.10045.4.3.2"));

/**
 * Makes a self-signed P-256 certificate as the host expects it: DNS name localhost, for servers and clients, with the CA flag
 * (docs/internals/terraform-protocol.md 2). Valid from an hour ago, against clocks that differ, for seven days: longer than any run.
 */
export function makeCertificate(now = new Date()): OwnCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const name = sequence(set(sequence(oid("2.5.4.3"), text("localhost"))));
  const serial = randomBytes(16);
  // A serial number is positive and has no leading zero byte.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const body = sequence(
    tagged(0, integer(Buffer.of(2))),
    integer(serial),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(now.getTime() - day / 24)), utcTime(new Date(now.getTime() + 7 * day))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(3, sequence(...extensions)),
  );
  const der = sequence(body, ecdsaWithSha256, bits(sign("sha256", body, privateKey)));
  const certificatePem = `-----BEGIN CERTIFICATE-----\n${der.toString("base64").replace(/.{1,64}/g, "$&\n")}-----END CERTIFICATE-----\n`;
  return { der, certificatePem, keyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

const extension = (id: string, content: Uint8Array, ...critical: readonly Uint8Array[]) =>
  sequence(oid(id), ...critical, octets(content));

const extensions = [
  // Basic constraints: a CA, since the host takes the certificate as its own root.
  extension("2.5.29.19", sequence(yes), yes),
  // Key usage: digital signature, key encipherment, key agreement, certificate signing.
  extension("2.5.29.15", bits(Buffer.of(0b1010_1100), 2), yes),
  // Extended key usage: server and client authentication.
  extension("2.5.29.37", sequence(oid("1.3.6.1.5.5.7.3.1"), oid("1.3.6.1.5.5.7.3.2"))),
  // Subject alternative name.
  extension("2.5.29.17", sequence(taggedText(2, "localhost"))),
];
