import { resourceTypes } from "../../../src/resources/registry";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { Contract, DEPLOYMENTS, type Disagreement } from "./contract";
import { EXCEPTIONS } from "./exceptions";

/** API keys and role assignments, because their requests depend on other keys and on roles. */
const OF_KEYS: readonly string[] = ["clickstack_api_key", "clickstack_role_assignment"];

/** Every other resource type whose objects an author declares. */
const TYPES = resourceTypes.flatMap((each) =>
  "declaration" in each && !OF_KEYS.includes(each.type) ? [each.type] : [],
);

const isExpected = (disagreement: Disagreement) => EXCEPTIONS.find((exception) => exception.covers(disagreement));

/**
 * Defines the tests that compare the provider's validation with the server's.
 * @param step compares the first change of each kind and every `step`-th change. 1 compares all changes.
 */
export function compareAllTypes(step: number): void {
  const emulator = emulatorForTests({ switches: { teamRoles: true } });
  const used = new Set<unknown>();
  let contract: Contract;

  beforeAll(async () => {
    contract = await Contract.open(emulator, step);
  });

  afterAll(async () => {
    await contract[Symbol.asyncDispose]();
  });

  test.each(TYPES)("accept and refuse the same single changes of a full %s", async (type) => {
    const found: string[] = [];
    for (const deployment of DEPLOYMENTS) {
      for (const disagreement of await contract.disagreements(deployment, type)) {
        const exception = isExpected(disagreement);
        used.add(exception);
        if (exception === undefined) {
          found.push(JSON.stringify(disagreement));
        }
      }
    }
    expect(found).toEqual([]);
  });

  test.each(TYPES)("accept a full declaration with every field of a %s", (type) => {
    expect(contract.missingFields(type)).toEqual([]);
  });

  if (step === 1) {
    test("disagree about each change that is listed as an exception", () => {
      expect(EXCEPTIONS.filter((exception) => !used.has(exception)).map(({ reason }) => reason)).toEqual([]);
    });
  }
}
