import * as z from "zod";

/** The letters of bech32, in which age writes its keys. */
const DATA = "[qpzry9x8gf2tvdw0s3jn54khce6mua7l]+";

/** X25519, and the kinds that a prefix of their own tells apart: post-quantum hybrid, and keys in hardware. */
const RECIPIENT = new RegExp(`^age1(?:(?:pq|tag|tagpq)1)?${DATA}$`);

const NOT_A_RECIPIENT =
  "Must be an age recipient, which begins with age1 and is in lower case; `age-keygen` prints one as the public key. SSH keys and plugins are not supported";

const IS_AN_IDENTITY =
  "This is an age identity, which decrypts and must stay with you. Give its recipient, which begins with age1: `age-keygen -y` prints it. Consider the identity as known to others now and make another";

/**
 * A public key of age (age-encryption.org) that a secret is encrypted to. The letters are checked here, the checksum by the provider.
 * Declare it as `refusedUnseen`: an author who mixes the two up gives the identity, and no message may show that.
 */
export const ageRecipient = () =>
  z
    .string()
    .refine((text) => !isIdentity(text), IS_AN_IDENTITY)
    .refine((text) => isIdentity(text) || RECIPIENT.test(text), NOT_A_RECIPIENT);

function isIdentity(text: string): boolean {
  return /^\s*AGE-SECRET-KEY-/i.test(text);
}
