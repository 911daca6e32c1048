/**
 * The tests of `npm run test:long`, which `npm test` leaves out because of their time. Those in other folders have commands of their own.
 * @type {import("jest").Config}
 */
module.exports = { ...require("./jest.config"), testMatch: ["**/test/{acceptance,mutation,plugin}/*.long.ts"] };
