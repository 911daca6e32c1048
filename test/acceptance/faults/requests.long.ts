import { type Audit, countsOf } from "../../support/audit";
import { FAULTS } from "../../support/faults";
import type { StackDeployment } from "../../support/mixed-stack";
import { declarationsOf, ObjectServer, type Survived } from "../../support/object-server";
import { collectionsOf, type PlainObject, plainObject } from "../../support/plain-objects";
import type { NamedRequest, Operation } from "../../support/request-names";

const DEPLOYMENTS = ["open_source", "managed"] as const;

/** The number and the effects of the injected faults, over all tests of this file. */
const counted = { faults: 0, audits: [] as Audit[] };

/** One object for each collection and fault. Its name contains both. */
function objects(deployment: StackDeployment, version: 1 | 2, savedSearchId: string): readonly PlainObject[] {
  return collectionsOf(deployment).flatMap((collection) =>
    FAULTS.map((fault) => plainObject(collection, `${collection}: ${fault.name}`, version, savedSearchId)),
  );
}

/** Returns the fault in the name of an object. */
const faultOf = (object: string) => FAULTS.find(({ name }) => object.endsWith(`: ${name}`));

const faultAt = (operation: Operation) => (named: NamedRequest) =>
  named.operation === operation ? faultOf(named.object) : undefined;

/** The steps of an object's life in their order. */
interface Life {
  readonly create: Promise<Survived>;
  readonly update: Promise<Survived>;
  readonly questions: Promise<readonly Question[]>;
  readonly delete: Promise<Survived>;
  readonly ended: Promise<void>;
}

const ASKING: readonly Operation[] = ["read", "list", "validate"];

/** The results of reads during injected faults. */
interface Question {
  readonly fault: string;
  readonly struck: number;
  /** Objects that a read reported as deleted, or for which a read returned another object. */
  readonly misread: readonly string[];
}

function live(deployment: StackDeployment): Life {
  const server = ObjectServer.start(deployment);
  const declared = async (version: 1 | 2) => objects(deployment, version, (await server).savedSearchId);
  const create = server.then(async (at) => at.survive(await declared(1), faultAt("create")));
  const update = create.then(async () => (await server).survive(await declared(2), faultAt("update")));
  const questions = update.then(async () => askThroughFaults(await server, deployment));
  const last = questions.then(async () => (await server).survive([], faultAt("delete")));
  const ended = Promise.allSettled([last]).then(async () => (await server)[Symbol.asyncDispose]());
  return { create, update, questions, delete: last, ended };
}

/**
 * For each fault, one process reads one object of each collection. A second process reads another object, for which the
 * client requests the list. It also plans a dashboard, which the server validates.
 */
async function askThroughFaults(server: ObjectServer, deployment: StackDeployment): Promise<readonly Question[]> {
  const batches = [0, 1].map((index) =>
    collectionsOf(deployment).map((collection) => `${collection}: ${FAULTS[index]?.name}`),
  );
  const planned = plainObject("dashboards", "planned", 1, server.savedSearchId).declared;
  const questions: Question[] = [];
  for (const fault of FAULTS) {
    const seen = new Set<string>();
    const playing = server.play(({ operation, collection }) => {
      const isFirst = ASKING.includes(operation) && !seen.has(`${operation} ${collection}`);
      seen.add(`${operation} ${collection}`);
      return isFirst ? fault : undefined;
    });
    const values = await server.engine.ask(batches, planned);
    server.playNothing();
    const misread = [...values].filter(([address, value]) => {
      const held = server.engine.state.get(address)?.value;
      return JSON.stringify(value) !== JSON.stringify(held);
    });
    questions.push({ fault: fault.name, struck: playing.struck.length, misread: misread.map(([address]) => address) });
  }
  return questions;
}

const lives = {} as Record<StackDeployment, Life>;

// The tests mostly wait between retries, so both deployments run at the same time.
beforeAll(() => {
  for (const deployment of DEPLOYMENTS) {
    lives[deployment] = live(deployment);
  }
});

afterAll(async () => {
  await Promise.all(DEPLOYMENTS.map((deployment) => lives[deployment].ended));
  process.stdout.write(`Faults at each kind of request: ${counted.faults} played, ${countsOf(counted.audits)}\n`);
});

describe.each(DEPLOYMENTS)("a stack (%s) after each fault at each kind of request", (deployment) => {
  const outcome = async (operation: "create" | "update" | "delete") => {
    const { struck, errors, audit, planned } = await lives[deployment][operation];
    counted.faults += struck.length;
    counted.audits.push(audit);
    return { struck, rest: { errors, audit, planned } };
  };
  const untouched = { errors: [], audit: { lost: [], doubled: [], leaked: [] }, planned: [] };
  const names = [...declarationsOf(objects(deployment, 1, "")).keys()].sort();

  test("has each object once after at most one more apply", async () => {
    const { struck, rest } = await outcome("create");
    expect(rest).toEqual(untouched);
    expect(struck).toEqual(names);
  });

  test("has each update on the server after at most one more apply", async () => {
    const { struck, rest } = await outcome("update");
    expect(rest).toEqual(untouched);
    expect(struck).toEqual(names);
  });

  test("never reports an existing object as deleted in a read, and never returns another object", async () => {
    const questions = await lives[deployment].questions;
    const played = questions.reduce((total, { struck }) => total + struck, 0);
    counted.faults += played;
    counted.audits.push({ lost: questions.flatMap(({ misread }) => misread), doubled: [], leaked: [] });
    expect(questions.filter(({ misread }) => misread.length > 0)).toEqual([]);
    expect(played).toBeGreaterThanOrEqual(FAULTS.length * collectionsOf(deployment).length);
  });

  test("has no object on the server after a destroy and at most one more apply", async () => {
    const { struck, rest } = await outcome("delete");
    expect(rest).toEqual(untouched);
    expect(struck).toEqual(names);
  });
});
