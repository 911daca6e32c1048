// Includes the tests that `npm test` omits.
import "./place-provider.test";
