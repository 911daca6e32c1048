// Includes the tests that `npm test` omits.
import "./backtest-command.test";
