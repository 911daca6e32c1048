import { testAdoptedKeys, testRestrictedKeys } from "../support/acceptance/key-get-and-update";

testAdoptedKeys("400");
testAdoptedKeys("404");
testAdoptedKeys("405");
testAdoptedKeys("html-404");
testRestrictedKeys("404");
