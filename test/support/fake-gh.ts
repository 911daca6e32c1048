import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CiProject } from "./ci-project";

export interface Stored {
  readonly comments: readonly {
    readonly id: number;
    readonly body: string;
    readonly user: { readonly login: string };
  }[];
  readonly issues: readonly {
    readonly number: number;
    readonly state: string;
    readonly body: string;
    readonly app: string | null;
  }[];
  readonly requests: readonly {
    readonly number: number;
    readonly state: string;
    readonly head: string;
    readonly title: string;
    readonly body: string;
    readonly isCrossRepository: boolean;
  }[];
}

/**
 * A `gh` that stores comments, issues and pull requests in a file. It supports only the calls of the kit, and refuses
 * all other calls.
 */
const SCRIPT = `
const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const NOTIFIED = __dirname + "/../artifacts/clickstack-notified/notified.json";
const NOTIFIED_FILTER = '[.artifacts[] | select((.expired | not) and .workflow_run.head_branch == "main" and .workflow_run.head_repository_id == .workflow_run.repository_id)] | max_by(.id).id // empty';
const file = __dirname + "/../gh.json";
const stored = JSON.parse(readFileSync(file, "utf8"));
const args = process.argv.slice(2);
const after = (flag) => args[args.indexOf(flag) + 1];
const bodyOf = (text) => readFileSync(text, "utf8");
const [first, second] = args;
const COMMENT_FILTER = /^\\.\\[\\] \\| select\\(\\.user\\.login == "(.*?)" and \\(\\.body \\| startswith\\("(.*?)"\\)\\)\\) \\| \\.(id|body)$/;
const BOT = { login: "github-actions[bot]" };
if (!process.env.GH_TOKEN) throw new Error("gh needs GH_TOKEN");
if (first === "api") {
  const method = args.includes("--method") ? after("--method") : "GET";
  const path = args.find((arg) => arg.startsWith("repos/"));
  const body = args.includes("--field") ? bodyOf(after("--field").replace("body=@", "")) : undefined;
  if (method === "GET" && path === "repos/acme/shop/issues/7/comments") {
    const [, login, marker, member] = COMMENT_FILTER.exec(after("--jq"));
    const fits = ({ user, body }) => user.login === login && body.startsWith(marker);
    for (const comment of stored.comments.filter(fits)) console.log(comment[member]);
  } else if (method === "GET" && path === "repos/acme/shop/commits/" + process.env.GITHUB_SHA + "/pulls") {
    if (after("--jq") !== "[.[] | select(.merge_commit_sha == env.GITHUB_SHA)][0].number // empty") throw new Error("unexpected filter");
    console.log(process.env.GITHUB_SHA === "merged" ? 7 : "");
  } else if (method === "POST" && path === "repos/acme/shop/issues/7/comments") {
    stored.comments.push({ id: 100 + stored.comments.length, body, user: BOT });
  } else if (method === "PATCH" && path.startsWith("repos/acme/shop/issues/comments/")) {
    stored.comments.find((each) => String(each.id) === path.split("/").at(-1)).body = body;
  } else if (method === "GET" && path === "repos/acme/shop/actions/artifacts?name=clickstack-notified&per_page=100") {
    if (after("--jq") !== NOTIFIED_FILTER) throw new Error("unexpected filter");
    if (existsSync(NOTIFIED)) console.log(77);
  } else if (method === "GET" && path === "repos/acme/shop/actions/artifacts/77/zip") {
    process.stdout.write(readFileSync(NOTIFIED));
  } else throw new Error("unexpected: " + args.join(" "));
} else if (first === "pr") {
  if (after("--repo") !== "acme/shop") throw new Error("gh pr needs --repo");
  const found = stored.requests.find((each) => String(each.number) === args[2]);
  if (second === "list") {
    if (after("--jq") !== "[.[] | select(.isCrossRepository | not)][0].number // empty") throw new Error("unexpected filter");
    const isOpen = (each) => each.state === after("--state") && each.head === after("--head") && !each.isCrossRepository;
    const open = stored.requests.find(isOpen);
    if (open) console.log(open.number);
  } else if (second === "create") {
    const [head, title, body] = [after("--head"), after("--title"), bodyOf(after("--body-file"))];
    if (after("--base") !== "main") throw new Error("unexpected base");
    stored.requests.push({ number: 70 + stored.requests.length, state: "open", head, title, body, isCrossRepository: false });
  } else if (second === "edit") found.body = bodyOf(after("--body-file"));
  else if (second === "close") found.state = "closed";
  else throw new Error("unexpected: " + args.join(" "));
} else if (first === "issue" && second === "list") {
  const open = stored.issues.find((each) => each.state === after("--state") && each.app === after("--app"));
  if (open) console.log(open.number);
} else if (first === "issue" && second === "create") {
  stored.issues.push({ number: 40 + stored.issues.length, state: "open", body: bodyOf(after("--body-file")), app: "github-actions" });
} else if (first === "issue" && second === "edit") {
  stored.issues.find((each) => String(each.number) === args[2]).body = bodyOf(after("--body-file"));
} else if (first === "issue" && second === "close") {
  stored.issues.find((each) => String(each.number) === args[2]).state = "closed";
} else if (!(first === "label" && second === "create")) throw new Error("unexpected: " + args.join(" "));
writeFileSync(file, JSON.stringify(stored));
`;

/**
 * Places the fake `gh` on a project's PATH, with comments that others wrote before. Returns a function that reads the
 * stored content.
 */
export function fakeGh(project: CiProject, before: Partial<Stored>): () => Stored {
  project.command("gh", SCRIPT, process.execPath);
  const file = join(project.folder, "gh.json");
  writeFileSync(file, JSON.stringify({ comments: [], issues: [], requests: [], ...before }));
  return () => JSON.parse(readFileSync(file, "utf8")) as Stored;
}
