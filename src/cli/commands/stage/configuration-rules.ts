import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../../declaration/field";
import { REGISTRY_HOSTS } from "../../../install/place-provider";
import { PROVIDER_SOURCE } from "../../../install/provider-executable";
import { ownValue } from "../../../own-values";
import { VERSION } from "../../../version";
import { visiblePath } from "../../../visible";
import { codeInTemplate } from "./template-code";

/** Permissions beyond the default, which the job with the credentials gives. */
export interface Permissions {
  /** Backend blocks of all stacks by type. `<stack>` in a text means the name of the stack. */
  readonly backend: JsonBlock | undefined;
  readonly providers: readonly string[];
  readonly modules: readonly string[];
  readonly variables: readonly string[];
  readonly endpoints: readonly string[];
  readonly provisioners: boolean;
}

type JsonBlock = Readonly<Record<string, unknown>>;

/** Stack that a program synthesized. */
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
  const unknown = keysOf(configuration).filter((key) => !BLOCKS.has(key));
  return [
    ...unknown.map((key) => `the block ${quoted(key)} is not permitted`),
    ...terraformProblems(name, configuration, permissions),
    ...providerProblems(configuration, permissions),
    ...blockProblems(configuration, permissions),
    ...remoteStateProblems(configuration, permissions, names),
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

function terraformProblems(name: string, configuration: JsonBlock, permissions: Permissions): readonly string[] {
  const settings = bodiesOf(configuration.terraform);
  const unknown = settings.flatMap(keysOf).filter((key) => !SETTINGS.has(key));
  const backends = settings.flatMap(({ backend, cloud }) => [
    ...bodiesOf(backend),
    ...bodiesOf(cloud).map((body) => ({ cloud: body })),
  ]);
  const wanted = expectedBackend(permissions, name);
  const isWanted = isDeepStrictEqual(backends, wanted === undefined ? [] : [wanted]);
  return [
    ...unknown.map((key) => `terraform.${quoted(key)} is not permitted`),
    ...(isWanted
      ? []
      : [
          `its backend is ${shortJson(backends)}, and --backend permits ${wanted === undefined ? "none" : shortJson(wanted)}`,
        ]),
  ];
}

function expectedBackend({ backend }: Permissions, name: string): JsonBlock | undefined {
  return backend && (JSON.parse(JSON.stringify(backend).replaceAll("<stack>", name)) as JsonBlock);
}

/** Lists the data sources that read other states than those of `--backend`. They get the backend's credentials. */
function remoteStateProblems(
  configuration: JsonBlock,
  permissions: Permissions,
  names: readonly string[],
): readonly string[] {
  const backends = names.map((name) => expectedBackend(permissions, name));
  return blocksOf(configuration, "data")
    .filter(({ type }) => type === "terraform_remote_state")
    .filter(({ body: { backend, config, workspace } }) => {
      const asked = { [String(backend)]: bodiesOf(config)[0] ?? {} };
      return workspace !== undefined || !backends.some((each) => isDeepStrictEqual(each, asked));
    })
    .map(({ address }) => `${address} reads a state other than those of --backend`);
}

function providerProblems(configuration: JsonBlock, permissions: Permissions): readonly string[] {
  const required = bodiesOf(configuration.terraform)
    .flatMap(({ required_providers: providers }) => bodiesOf(providers))
    .flatMap((providers) => Object.entries(providers))
    .filter(([name]) => name !== "//");
  const sources = new Map(required.map(([name, entry]) => [name, sourceOf(name, entry)]));
  const configured = bodiesOf(configuration.provider).flatMap(keysOf);
  const used = ["resource", "data", "ephemeral"].flatMap((kind) =>
    blocksOf(configuration, kind).map(({ type, body }) => localName(type, body.provider)),
  );
  const moved = ["import", "moved", "removed"].flatMap((kind) =>
    bodiesOf(configuration[kind]).flatMap(targetProviders),
  );
  const names = [...new Set([...required.map(([name]) => name), ...configured, ...used, ...moved])].filter(
    (name) => name !== "//",
  );
  const allowed = new Set([PROVIDER_SOURCE, BUILT_IN, ...permissions.providers.map(shortSource)]);
  const unknown = [...new Set(names.map((name) => sources.get(name) ?? impliedSource(name)))].filter(
    (source) => !allowed.has(source),
  );
  return [
    ...unknown.map((source) => `the provider ${quoted(source)} requires --allow-provider ${quoted(source)}`),
    ...required.flatMap(([name, entry]) => versionProblem(sources.get(name), entry)),
    ...bodiesOf(configuration.provider).flatMap((body) =>
      keysOf(body)
        .filter((name) => sources.get(name) === PROVIDER_SOURCE)
        .flatMap((name) => bodiesOf(body[name]))
        .flatMap((block) => endpointProblems(block, permissions)),
    ),
  ];
}

/** Returns the local names of the providers that a block for existing objects uses. An import calls its provider. */
function targetProviders({ to, from, provider }: JsonBlock): readonly string[] {
  if (provider !== undefined && provider !== null) {
    return [localName("", String(provider))];
  }
  const types = [to, from].filter((each) => typeof each === "string").map(resourceTypeIn);
  return types.filter((type) => type !== "module").map((type) => localName(type, undefined));
}

/** Returns the type in an address such as `aws_instance.web`, also in `${...}`. */
function resourceTypeIn(address: string): string {
  return address.replace(/^\s*\$\{\s*/, "").split(/[.[]/, 1)[0] ?? "";
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
  const host = REGISTRY_HOSTS.find((each) => source.toLowerCase().startsWith(`${each}/`));
  const short = host === undefined ? source : source.slice(host.length + 1);
  return short.toLowerCase();
}

/** Returns the local name of the provider of a resource. */
function localName(type: string, provider: unknown): string {
  const name = typeof provider === "string" ? provider.replace(/^\$\{\s*|(?<!\s)\s*\}$/g, "") : type;
  return name.split(typeof provider === "string" ? "." : "_")[0] ?? name;
}

function versionProblem(source: string | undefined, entry: unknown): readonly string[] {
  const version = isObject(entry) ? entry.version : entry;
  if (source !== PROVIDER_SOURCE || version === undefined || version === VERSION) {
    return [];
  }
  return [
    `it requires version ${quoted(String(version))} of the provider, and this command has ${VERSION}. Install the version of package-lock.json`,
  ];
}

/** Arguments of the provider that send the credentials to an address. */
const ADDRESSES = ["endpoint", "cloud_endpoint"];

function endpointProblems(block: JsonBlock, { endpoints }: Permissions): readonly string[] {
  const addresses = ADDRESSES.flatMap((name) => {
    const value = ownValue(block, name);
    const isAllowed = value === undefined || value === null || endpoints.includes(String(value));
    return isAllowed ? [] : [`${name} of the provider requires --allow-endpoint ${quoted(String(value))}`];
  });
  const insecure = ownValue(block, "allow_insecure_http") ?? false;
  const isAllowed = insecure === false || endpoints.some((each) => each.startsWith("http:"));
  return [
    ...addresses,
    ...(isAllowed ? [] : ["allow_insecure_http of the provider requires an --allow-endpoint with http"]),
  ];
}

function blockProblems(configuration: JsonBlock, permissions: Permissions): readonly string[] {
  const withProvisioner = [
    ...blocksOf(configuration, "resource").map(({ address, body }) => ({ address, body })),
    ...bodiesOf(configuration.removed).map((body) => ({ address: "a removed block", body })),
  ].filter(({ body }) => Object.hasOwn(body, "provisioner") && !permissions.provisioners);
  const modules = bodiesOf(configuration.module).flatMap((named) =>
    Object.entries(named).flatMap(([name, bodies]) => bodiesOf(bodies).map(({ source }) => ({ name, source }))),
  );
  const variables = bodiesOf(configuration.variable).flatMap((named) =>
    Object.entries(named).filter(
      ([name, bodies]) =>
        name !== "//" &&
        !permissions.variables.includes(name) &&
        !bodiesOf(bodies).some(({ sensitive, ephemeral }) => sensitive === true || ephemeral === true),
    ),
  );
  return [
    ...withProvisioner.map(({ address }) => `${address} has a provisioner, which requires --allow-provisioners`),
    ...modules
      .filter(({ source }) => !permissions.modules.includes(String(source)))
      .map(({ name, source }) => `the module ${quoted(name)} requires --allow-module ${quoted(String(source))}`),
    ...variables.map(
      ([name]) => `the variable ${quoted(name)} is not sensitive, which requires --allow-variable ${quoted(name)}`,
    ),
  ];
}

/** Functions that read files, that evaluate a text as a template, and that remove the mark of a sensitive value. */
const FUNCTIONS = [
  ...["file", "filebase64", "filebase64sha256", "filebase64sha512", "fileexists", "filemd5", "fileset"],
  ...["filesha1", "filesha256", "filesha512", "templatefile", "templatestring", "nonsensitive"],
];

const CALL = new RegExp(`\\b(${FUNCTIONS.join("|")})\\s*\\(`, "g");

function functionProblems(configuration: JsonBlock): readonly string[] {
  const called = textsIn(configuration).flatMap((text) =>
    [...codeInTemplate(text).matchAll(CALL)].flatMap(([, name]) => name ?? []),
  );
  return [...new Set(called)].map((name) => `an expression calls ${name}(), which can reveal a secret`);
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

interface Block {
  readonly address: string;
  readonly type: string;
  readonly body: JsonBlock;
}

/** Lists the resources of a kind. Each level of JSON syntax can be an object or a list of objects. */
function blocksOf(configuration: JsonBlock, kind: string): readonly Block[] {
  const checks = kind === "data" ? bodiesOf(configuration.check).flatMap((named) => Object.values(named)) : [];
  const roots = [configuration, ...checks.flatMap(bodiesOf)];
  return roots
    .flatMap((root) => bodiesOf(ownValue(root, kind)))
    .flatMap((types) => Object.entries(types))
    .flatMap(([type, named]) =>
      bodiesOf(named).flatMap((names) =>
        Object.entries(names).flatMap(([name, bodies]) =>
          bodiesOf(bodies).map((body) => ({ address: visiblePath(`${type}.${name}`), type, body })),
        ),
      ),
    );
}

function bodiesOf(value: unknown): readonly JsonBlock[] {
  if (Array.isArray(value)) {
    return value.flatMap(bodiesOf);
  }
  return isObject(value) ? [value] : [];
}

function keysOf(value: JsonBlock): readonly string[] {
  return Object.keys(value);
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
