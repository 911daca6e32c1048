// Includes the tests that `npm test` omits.
import "./concurrent-rotations.test";
