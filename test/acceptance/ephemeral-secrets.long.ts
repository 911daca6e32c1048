// Includes the tests that `npm test` omits.
import "./ephemeral-secrets.test";
