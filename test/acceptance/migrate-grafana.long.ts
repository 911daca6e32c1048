// Includes the tests that `npm test` omits.
import "./migrate-grafana.test";
