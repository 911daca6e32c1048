import { testRemovedTiles } from "../support/acceptance/tile-with-alert";

// `npm test` runs these tests in the open-source deployment.
testRemovedTiles("managed");
