import { testGitHubKit } from "../support/acceptance/github-kit";

describe("the workflow's commands", () => testGitHubKit(true));
