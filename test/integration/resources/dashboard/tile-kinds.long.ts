// Includes the tests that `npm test` omits.
import "./tile-kinds.test";
