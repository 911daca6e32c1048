// Includes the tests that `npm test` omits.
import "./faults/remote-state.postgres.test";
