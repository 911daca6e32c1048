import { testRemovedTiles } from "../support/acceptance/tile-with-alert";

testRemovedTiles("open-source");
