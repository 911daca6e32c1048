import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../../declaration/field";
import { REGISTRY_HOSTS } from "../../../install/place-provider";
import { PROVIDER_SOURCE } from "../../../install/provider-executable";
import { ownValue } from "../../../own-values";
import { VERSION } from "../../../version";
import { visiblePath } from "../../../visible";
import { codeInTemplate } from "./template-code";

/** Permissions beyond the default, which the job with the credentials gives by options of these names. */
export interface Permissions {
  /** Backend blocks of all stacks by type. `<stack>` in a text means the name of the stack. */
  readonly backend: JsonBlock | undefined;
  readonly allowProvider: readonly string[];
  readonly allowModule: readonly string[];
  readonly allowVariable: readonly string[];
  readonly allowEndpoint: readonly string[];
  readonly allowProvisioners?: boolean | undefined;
}

type JsonBlock = Readonly<Record<string, unknown>>;

export interface SynthesizedStack {
  readonly name: string;
  readonly configuration: JsonBlock;
}

/**
 * Lists the reasons why a stack is refused, each with the option that permits it. Permits only blocks with a known
 * effect: an unknown block, such as the `encryption` of OpenTofu, can start programs.
 */
export function problemsOf(
  { name, configuration }: SynthesizedStack,
  permissions: Permissions,
  names: readonly string[],
): readonly string[] {
  const blocks = Object.keys(configuration).filter((key) => !BLOCKS.has(key));
  const backends = names.map((each) => expectedBackend(permissions, each));
  return [
    ...blocks.map((key) => `the block ${quoted(key)} is not permitted`),
    ...terraformProblems(configuration, expectedBackend(permissions, name)),
    ...providerProblems(configuration, permissions),
    ...blockProblems(configuration, permissions),
    ...remoteStateProblems(configuration, backends),
    ...functionProblems(configuration),
  ];
}

const BLOCKS: ReadonlySet<string> = new Set([
  "//",
  "check",
  "data",
  "ephemeral",
  "import",
  "locals",
  "module",
  "moved",
  "output",
  "provider",
  "removed",
  "resource",
  "terraform",
  "variable",
]);

const SETTINGS: ReadonlySet<string> = new Set(["//", "backend", "cloud", "required_providers", "required_version"]);

function* terraformProblems(configuration: JsonBlock, wanted: JsonBlock | undefined): Generator<string> {
  const settings = bodiesOf(configuration.terraform);
  for (const key of settings.flatMap(Object.keys).filter((each) => !SETTINGS.has(each))) {
    yield `terraform.${quoted(key)} is not permitted`;
  }
  const backends = settings.flatMap(({ backend, cloud }) => [
    ...bodiesOf(backend),
    ...bodiesOf(cloud).map((body) => ({ cloud: body })),
  ]);
  if (!isDeepStrictEqual(backends, wanted === undefined ? [] : [wanted])) {
    const permitted = wanted === undefined ? "none" : shortJson(wanted);
    yield `its backend is ${shortJson(backends)}, and --backend permits ${permitted}`;
  }
}

function expectedBackend({ backend }: Permissions, name: string): JsonBlock | undefined {
  return backend && (JSON.parse(JSON.stringify(backend).replaceAll("<stack>", name)) as JsonBlock);
}

/** Lists the data sources that read other states than those of `--backend`. They get the backend's credentials. */
function* remoteStateProblems(
  configuration: JsonBlock,
  backends: readonly (JsonBlock | undefined)[],
): Generator<string> {
  for (const { type, address, body } of blocksOf(configuration, "data")) {
    const asked = { [String(body.backend)]: bodiesOf(body.config)[0] ?? {} };
    const isKnown = body.workspace === undefined && backends.some((each) => isDeepStrictEqual(each, asked));
    if (type === "terraform_remote_state" && !isKnown) {
      yield `${address} reads a state other than those of --backend`;
    }
  }
}

/** Kinds of blocks with a type and a name. */
const RESOURCES = ["resource", "data", "ephemeral"];

/** Kinds of blocks that name existing objects. */
const TARGETS = ["import", "moved", "removed"];

function providerProblems(configuration: JsonBlock, permissions: Permissions): readonly string[] {
  const required = bodiesOf(configuration.terraform)
    .flatMap((settings) => membersOf(settings.required_providers))
    .filter(([name]) => name !== "//");
  const sources = new Map(required.map(([name, entry]) => [name, sourceOf(name, entry)]));
  const configured = membersOf(configuration.provider);
  const used = RESOURCES.flatMap((kind) =>
    blocksOf(configuration, kind).map(({ type, body }) => localName(type, body.provider)),
  );
  const moved = TARGETS.flatMap((kind) => bodiesOf(configuration[kind]).flatMap(targetProviders));
  const named = [...required, ...configured].map(([name]) => name);
  const names = [...named, ...used, ...moved].filter((name) => name !== "//");
  const asked = new Set(names.map((name) => sources.get(name) ?? impliedSource(name)));
  const allowed = new Set([PROVIDER_SOURCE, BUILT_IN, ...permissions.allowProvider.map(shortSource)]);
  return [
    ...[...asked]
      .filter((source) => !allowed.has(source))
      .map((source) => `the provider ${quoted(source)} requires --allow-provider ${quoted(source)}`),
    ...required.flatMap(([name, entry]) => versionProblem(sources.get(name), entry)),
    ...configured
      .filter(([name]) => sources.get(name) === PROVIDER_SOURCE)
      .flatMap(([, blocks]) => bodiesOf(blocks).flatMap((block) => [...endpointProblems(block, permissions)])),
  ];
}

/** Returns the local names of the providers that a block for existing objects uses. An import calls its provider. */
function targetProviders({ to, from, provider }: JsonBlock): readonly string[] {
  if (provider !== undefined && provider !== null) {
    return [localName("", String(provider))];
  }
  // The type in an address such as `aws_instance.web`, also in `${...}`.
  const types = [to, from]
    .filter((each) => typeof each === "string")
    .map((address) => address.replace(/^\s*\$\{\s*/, "").split(/[.[]/, 1)[0] ?? "");
  return types.filter((type) => type !== "module").map((type) => localName(type, undefined));
}

/** Provider of `terraform_data` and `terraform_remote_state`. */
const BUILT_IN = "terraform.io/builtin/terraform";

/** Returns the source that the engines use for a provider without a source. */
function impliedSource(name: string): string {
  return name === "terraform" ? BUILT_IN : `hashicorp/${name}`;
}

function sourceOf(name: string, entry: unknown): string {
  const source = isObject(entry) ? entry.source : undefined;
  return source === undefined ? impliedSource(name) : shortSource(String(source));
}

/** Returns a source without the host of a public registry. */
function shortSource(source: string): string {
  const short = source.toLowerCase();
  const host = REGISTRY_HOSTS.find((each) => short.startsWith(`${each}/`));
  return host === undefined ? short : short.slice(host.length + 1);
}

/** Returns the local name of the provider of a resource. */
function localName(type: string, provider: unknown): string {
  const name = typeof provider === "string" ? provider.replace(/^\$\{\s*|(?<!\s)\s*\}$/g, "") : type;
  return name.split(typeof provider === "string" ? "." : "_")[0] ?? name;
}

function versionProblem(source: string | undefined, entry: unknown): readonly string[] {
  const version = isObject(entry) ? entry.version : entry;
  const isOther = source === PROVIDER_SOURCE && version !== undefined && version !== VERSION;
  const problem = `it requires version ${quoted(String(version))} of the provider, and this command has ${VERSION}. Install the version of package-lock.json`;
  return isOther ? [problem] : [];
}

/** Arguments of the provider that send the credentials to an address. */
const ADDRESSES = ["endpoint", "cloud_endpoint"];

function* endpointProblems(block: JsonBlock, { allowEndpoint }: Permissions): Generator<string> {
  for (const name of ADDRESSES) {
    const value = ownValue(block, name) ?? undefined;
    if (value !== undefined && !allowEndpoint.includes(String(value))) {
      yield `${name} of the provider requires --allow-endpoint ${quoted(String(value))}`;
    }
  }
  const insecure = ownValue(block, "allow_insecure_http") ?? false;
  if (insecure !== false && !allowEndpoint.some((each) => each.startsWith("http:"))) {
    yield "allow_insecure_http of the provider requires an --allow-endpoint with http";
  }
}

function* blockProblems(configuration: JsonBlock, permissions: Permissions): Generator<string> {
  const removed = bodiesOf(configuration.removed).map((body) => ({ address: "a removed block", body }));
  for (const { address, body } of [...blocksOf(configuration, "resource"), ...removed]) {
    if (Object.hasOwn(body, "provisioner") && !permissions.allowProvisioners) {
      yield `${address} has a provisioner, which requires --allow-provisioners`;
    }
  }
  for (const [name, bodies] of membersOf(configuration.module)) {
    for (const source of bodiesOf(bodies).map((body) => String(body.source))) {
      if (!permissions.allowModule.includes(source)) {
        yield `the module ${quoted(name)} requires --allow-module ${quoted(source)}`;
      }
    }
  }
  for (const [name, bodies] of membersOf(configuration.variable)) {
    const isHidden = bodiesOf(bodies).some(({ sensitive, ephemeral }) => sensitive === true || ephemeral === true);
    if (name !== "//" && !isHidden && !permissions.allowVariable.includes(name)) {
      yield `the variable ${quoted(name)} is not sensitive, which requires --allow-variable ${quoted(name)}`;
    }
  }
}

/** Functions that read files, that evaluate a text as a template, and that remove the mark of a sensitive value. */
const FUNCTIONS = [
  ...["file", "filebase64", "filebase64sha256", "filebase64sha512", "fileexists", "filemd5", "fileset"],
  ...["filesha1", "filesha256", "filesha512", "templatefile", "templatestring", "nonsensitive"],
];

const CALL = new RegExp(`\\b(${FUNCTIONS.join("|")})\\s*\\(`, "g");

function functionProblems(configuration: JsonBlock): readonly string[] {
  const expressions = expressionsIn(configuration).map((text) => `\${${text}}`);
  const called = [...textsIn(configuration), ...expressions].flatMap((text) =>
    [...codeInTemplate(text).matchAll(CALL)].flatMap(([, name]) => name ?? []),
  );
  return [...new Set(called)].map((name) => `an expression calls ${name}(), which can reveal a secret`);
}

/** Arguments whose texts are expressions as a whole: references. OpenTofu evaluates their keys, such as `a[file("x")]`. */
const REFERENCES = ["depends_on", "from", "ignore_changes", "provider", "providers", "replace_triggered_by", "to"];

function expressionsIn(configuration: JsonBlock): readonly string[] {
  const named = (kind: string) => membersOf(configuration[kind]).flatMap(([, bodies]) => bodiesOf(bodies));
  const blocks = [
    ...RESOURCES.flatMap((kind) => blocksOf(configuration, kind).map(({ body }) => body)),
    ...["module", "output"].flatMap(named),
    ...TARGETS.flatMap((kind) => bodiesOf(configuration[kind])),
  ];
  const references = [...blocks, ...blocks.flatMap(({ lifecycle }) => bodiesOf(lifecycle))].flatMap((block) =>
    REFERENCES.map((name) => block[name]),
  );
  return textsIn([...references, ...named("variable").map(({ type }) => type)]);
}

/** Lists all texts of a JSON value, including keys, which can also be expressions. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") {
    return [value];
  }
  if (Array.isArray(value)) {
    return value.flatMap(textsIn);
  }
  return isObject(value) ? Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]) : [];
}

function blocksOf(configuration: JsonBlock, kind: string) {
  const checks = kind === "data" ? membersOf(configuration.check).flatMap(([, check]) => bodiesOf(check)) : [];
  return [configuration, ...checks]
    .flatMap((root) => membersOf(ownValue(root, kind)))
    .flatMap(([type, named]) =>
      membersOf(named).flatMap(([name, bodies]) =>
        bodiesOf(bodies).map((body) => ({ address: visiblePath(`${type}.${name}`), type, body })),
      ),
    );
}

/** Lists the members of a level of JSON syntax. Each level can be an object or a list of objects. */
function membersOf(value: unknown): readonly (readonly [name: string, member: unknown])[] {
  return bodiesOf(value).flatMap(Object.entries);
}

function bodiesOf(value: unknown): readonly JsonBlock[] {
  if (Array.isArray(value)) {
    return value.flatMap(bodiesOf);
  }
  return isObject(value) ? [value] : [];
}

/** Quotes a text for a shell, so that the option in a message can be copied. */
function quoted(text: string): string {
  return `'${visiblePath(text).replaceAll("'", `'\\''`)}'`;
}

const MAX_SHOWN = 400;

function shortJson(value: unknown): string {
  const text = visiblePath(JSON.stringify(value));
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
}
