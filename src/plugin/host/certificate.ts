import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** The subset of ASN.1 DER (X.690) that a self-signed certificate needs. */

function element(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  if (length < 0x80) {
    return Buffer.concat([Buffer.of(tag, length), content]);
  }
  const header = length < 0x100 ? Buffer.of(tag, 0x81, length) : Buffer.of(tag, 0x82, length >> 8, length & 0xff);
  return Buffer.concat([header, content]);
}

const joined =
  (tag: number) =>
  (...parts: readonly Uint8Array[]) =>
    element(tag, Buffer.concat(parts));

const sequence = joined(0x30);
const set = joined(0x31);
const octets = joined(0x04);
/** Returns explicitly tagged content, such as a certificate's extensions. */
const tagged = (number: number, content: Uint8Array) => element(0xa0 | number, content);
/** Returns an implicitly tagged text, such as a DNS name. */
const taggedText = (number: number, text: string) => element(0x80 | number, Buffer.from(text));
const bits = (content: Uint8Array, unused = 0) => element(0x03, Buffer.concat([Buffer.of(unused), content]));
const text = (content: string) => element(0x0c, Buffer.from(content));
const yes = Buffer.of(0x01, 0x01, 0xff);

function integer(bytes: Uint8Array): Buffer {
  return element(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** Returns a date before 2050, with a precision of one second. */
function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, "");
  return element(0x17, Buffer.from(digits.slice(2)));
}

function base128(number: number): number[] {
  return number < 0x80 ? [number] : [...base128(number >> 7).map((byte) => byte | 0x80), number & 0x7f];
}

/** Certificate and private key of this process. They are never written to disk. */
interface OwnCertificate {
  readonly der: Uint8Array;
  readonly certificatePem: string;
  readonly keyPem: string;
}

const day = 24 * 60 * 60 * 1000;
const ecdsaWithSha256 = sequence(oid("1.2.840.10045.4.3.2"));

/**
 * Makes a self-signed P-256 certificate as the host requires it: for servers and clients, with the CA flag and by
 * default the DNS name localhost (docs/internals/terraform-protocol.md 2). It is valid from one hour ago, because
 * clocks differ, and for seven days, which is longer than any run.
 */
export function makeCertificate(now = new Date(), dnsName = "localhost"): OwnCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const name = sequence(set(sequence(oid("2.5.4.3"), text(dnsName))));
  const serial = randomBytes(16);
  // A serial number must be positive and have no leading zero byte.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const body = sequence(
    tagged(0, integer(Buffer.of(2))),
    integer(serial),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(now.getTime() - day / 24)), utcTime(new Date(now.getTime() + 7 * day))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(3, sequence(...EXTENSIONS, alternativeName(dnsName))),
  );
  const der = sequence(body, ecdsaWithSha256, bits(sign("sha256", body, privateKey)));
  const certificatePem = `-----BEGIN CERTIFICATE-----\n${der.toString("base64").replace(/.{1,64}/g, "$&\n")}-----END CERTIFICATE-----\n`;
  return { der, certificatePem, keyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

const extension = (id: string, content: Uint8Array, ...critical: readonly Uint8Array[]) =>
  sequence(oid(id), ...critical, octets(content));

const EXTENSIONS = [
  // Basic constraints: a CA, because the host uses the certificate as its own root.
  extension("2.5.29.19", sequence(yes), yes),
  // Key usage: digital signature, key encipherment, key agreement, certificate signing.
  extension("2.5.29.15", bits(Buffer.of(0b1010_1100), 2), yes),
  // Extended key usage: server and client authentication.
  extension("2.5.29.37", sequence(oid("1.3.6.1.5.5.7.3.1"), oid("1.3.6.1.5.5.7.3.2"))),
];

const alternativeName = (dnsName: string) => extension("2.5.29.17", sequence(taggedText(2, dnsName)));
