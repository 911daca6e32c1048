/** What the provider takes of age. A module of its own, so that the bundle leaves out the rest. */
export { armor, Encrypter } from "age-encryption";
