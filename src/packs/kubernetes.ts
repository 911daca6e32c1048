import { count, countDistinct, max, min } from "../constructs/aggregate";
import { onClick } from "../constructs/on-click";
import { type Checks, canBe, mustBe, sourceForm } from "../constructs/prop-checks";
import type { ConstructScope } from "../constructs/scope";
import { below } from "../constructs/threshold";
import { type SourceReference, tile } from "../constructs/tile";
import { allOf, ENVIRONMENT, equals, firstOf } from "./conditions";
import { alertOn, gauge, gaugeObjective, resource, SHARE, VALUE } from "./metric";
import { Pack } from "./pack";
import { objective, packChecks, texts } from "./pack-checks";
import type { PackAlert, PackContent, PackLink, PackObjective, PackProps, PackTile } from "./pack-props";

/** Tiles of `Kubernetes` by key. */
export interface KubernetesTiles {
  /** Nodes that are ready, and nodes that are not. Default: shown. */
  readonly nodes?: PackTile;
  /** Pods by phase. Default: shown. */
  readonly phases?: PackTile;
  /** Nodes that are not ready, by name. The alert `nodes` watches it. Default: shown. */
  readonly unready?: PackTile;
  /** Number of different restart counts of each container in a time bucket. The alert `restarts` watches it. Default: shown. */
  readonly restarts?: PackTile;
  /** Pods in the phase pending or unknown, by name. The alert `pending` watches it. Default: shown. */
  readonly pending?: PackTile;
  /** Available pods of each deployment, as a share. The alert `deployments` watches it. Default: shown. */
  readonly deployments?: PackTile;
  /** Free space of each volume claim, as a share. The alert `volumes` watches it. Default: shown. */
  readonly volumes?: PackTile;
  /** CPU of each pod, as a share of its limit. Default: shown. */
  readonly cpu?: PackTile;
  /** Memory of each pod, as a share of its limit. The alert `memory` watches it. Default: shown. */
  readonly memory?: PackTile;
  /** CPU and memory of each pod. A click opens `links.pods`, or the logs of the pod if `logs` is set. Default: shown. */
  readonly pods?: PackTile;
  /** Warnings of Kubernetes by reason. Requires `logs`. Default: shown. */
  readonly warnings?: PackTile;
  /** Warnings of Kubernetes as a list. Requires `logs`. Default: shown. */
  readonly events?: PackTile;
}

/** Alerts of `Kubernetes` by key. Each fires once per node, pod, container, deployment or volume claim. */
export interface KubernetesAlerts {
  /** Number of different restart counts of a container in 15 minutes: 2 restarts give 3 counts. Default: 3. */
  readonly restarts?: PackAlert;
  /** A pod is in the phase pending or unknown in 3 windows of 5 minutes. Default: 1. */
  readonly pending?: PackAlert;
  /** A node is not ready in 3 windows of 5 minutes. Default: 1. */
  readonly nodes?: PackAlert;
  /**
   * The share of available pods of a deployment is below this value in 3 windows of 5 minutes. Fires too if no deployment
   * sends metrics. Default: 1.
   */
  readonly deployments?: PackAlert;
  /**
   * The free space of a volume claim, as a share, is below this value in 2 windows of 5 minutes. Fires too if no claim
   * sends metrics: set it to `false` without claims. Default: 0.03.
   */
  readonly volumes?: PackAlert;
  /** Memory of a pod, as a share of its limit, in 3 windows of 5 minutes. Default: 0.9. */
  readonly memory?: PackAlert;
}

/** Props of `Kubernetes`: a cluster, or one of its namespaces. */
export interface KubernetesProps extends PackProps<KubernetesTiles, KubernetesAlerts> {
  /** Source of metrics from the collector's receivers `k8s_cluster` and `kubeletstats`, or its id. */
  readonly metrics: SourceReference;
  /** Source of logs with events from the receiver `k8sobjects`, or its id. Default: no tiles with events. */
  readonly logs?: SourceReference;
  /** Cluster, as in the resource attribute `k8s.cluster.name`. Default: all clusters. */
  readonly cluster?: string;
  /** Namespace, as in the resource attribute `k8s.namespace.name`. It does not restrict nodes. Default: all namespaces. */
  readonly namespace?: string;
  /**
   * Objective for the share of measurements in which a pod is running. In bad ones, the phase is pending or unknown.
   * Default: none.
   */
  readonly slo?: Omit<PackObjective, "maxMs">;
  /** Targets of clicks. Default: searches. */
  readonly links?: {
    /**
     * Dashboard of a pod, such as `{ name: "HTTP: {{service}}" }`. Its name can contain the columns `namespace`, `pod` and
     * `service`. Default: a search for the logs of the pod.
     */
    readonly pods?: PackLink;
  };
}

/** Nodes, pods, deployments, volumes and events of a Kubernetes cluster. */
export class Kubernetes extends Pack<KubernetesTiles, KubernetesAlerts> {
  constructor(scope: ConstructScope, id: string, props: KubernetesProps) {
    super(scope, id, props, CHECKS, () => contentOf(props));
  }
}

const [NAMESPACE, POD] = [resource("k8s.namespace.name"), resource("k8s.pod.name")];
const [CLAIM, NODE] = [resource("k8s.persistentvolumeclaim.name"), resource("k8s.node.name")];
const SERVICE = firstOf(resource("service.name"), resource("k8s.deployment.name"));

/** Values of `k8s.pod.phase`. */
const PHASES = { pending: 1, running: 2, succeeded: 3, failed: 4, unknown: 5 };
const WAITING = `${VALUE} IN (${PHASES.pending}, ${PHASES.unknown})`;
const UNFINISHED = `${VALUE} IN (${PHASES.pending}, ${PHASES.running}, ${PHASES.unknown})`;

/** Returns SQL for a field of a Kubernetes event. */
const event = (...path: readonly string[]) => `JSONExtractString(Body, 'object', '${path.join("', '")}')`;
const WARNING = `LogAttributes['k8s.resource.name'] = 'events' AND ${event("type")} = 'Warning'`;

const CHECKS: Checks<KubernetesProps> = {
  ...{ ...packChecks("pods"), ...texts("cluster", "namespace"), slo: objective({}) },
  ...{ metrics: mustBe(sourceForm("Metrics")), logs: canBe(sourceForm("Logs")) },
};

function contentOf(props: KubernetesProps): PackContent<KubernetesTiles, KubernetesAlerts> {
  const { metrics: source, logs, cluster, namespace, environment, slo, links } = props;
  const inCluster = allOf(equals(resource("k8s.cluster.name"), cluster), equals(ENVIRONMENT, environment));
  const chosen = allOf(inCluster, equals(NAMESPACE, namespace));
  const nodes = (where: string, as: string) => count(gauge("k8s.node.condition_ready", allOf(inCluster, where), as));
  // 1 is ready, 0 not ready, -1 unknown. A deleted node has no row, so the alert on a count ends.
  const unready = nodes(`${VALUE} < 1`, "not ready");
  const phase = (where: string, alias: string) => count(gauge("k8s.pod.phase", allOf(chosen, where), alias));
  const phases = Object.entries(PHASES).map(([name, value]) => phase(`${VALUE} = ${value}`, name));
  // A restart changes the attribute with the container's id. So it begins a new time series, whose count is higher.
  const restarts = countDistinct(VALUE, gauge("k8s.container.restarts", chosen, "restart counts"));
  const lowest = (names: readonly string[], where: string) => names.map((each) => min(VALUE, gauge(each, where)));
  const available = lowest(["k8s.deployment.available", "k8s.deployment.desired"], chosen);
  const free = lowest(["k8s.volume.available", "k8s.volume.capacity"], allOf(chosen, `${CLAIM} != ''`));
  const ofLimit = (name: string, as?: string) => [max(VALUE, gauge(`k8s.pod.${name}_limit_utilization`, chosen, as))];
  const perPod = { source, groupBy: `${NAMESPACE}, ${POD}` } as const;
  const perContainer = `${perPod.groupBy}, ${resource("k8s.container.name")}`;
  const ratio = { source, asRatio: true, numberFormat: SHARE } as const;
  const perDeployment = `${NAMESPACE}, ${resource("k8s.deployment.name")}`;
  const inNamespace = equals(event("metadata", "namespace"), namespace);
  const warnings = { where: allOf(inCluster, WARNING, inNamespace), whereLanguage: "sql" } as const;
  const columns = `Timestamp, ${event("reason")} AS reason, ${event("regarding", "name")} AS object, ${event("note")} AS note`;
  const filters = { [NAMESPACE]: "{{namespace}}", [POD]: "{{pod}}" };
  const click = links?.pods ? onClick.dashboard(links.pods) : logs && onClick.search(logs, { filters });
  const pods = tile.table({
    ...{ name: "Pods", source, numberFormat: SHARE, orderBy: "namespace, pod", groupByColumnsOnLeft: true },
    select: ["cpu", "memory"].flatMap((name) => ofLimit(name, `${name} of limit`)),
    groupBy: `${NAMESPACE} AS namespace, ${POD} AS pod, ${SERVICE} AS service`,
    ...(click && { onClick: click }),
  });
  const byReason = { select: [count(warnings)], groupBy: event("reason") };
  return {
    ...{ kind: "Kubernetes", source, metricType: "gauge" },
    subject: [cluster, namespace].filter((each) => each !== undefined).join("/") || "Any cluster",
    rows: [
      {
        nodes: tile.stackedBar({ name: "Nodes", source, select: [nodes(`${VALUE} = 1`, "ready"), unready] }),
        phases: tile.stackedBar({ name: "Pods by phase", source, select: phases }),
      },
      {
        unready: tile.line({ name: "Nodes not ready by name", source, select: [unready], groupBy: NODE }),
        restarts: tile.line({ name: "Restart counts", source, select: [restarts], groupBy: perContainer }),
        pending: tile.line({ ...perPod, name: "Pending pods by name", select: [phase(WAITING, "pending")] }),
      },
      {
        deployments: tile.line({ ...ratio, name: "Available pods", select: available, groupBy: perDeployment }),
        volumes: tile.line({ ...ratio, name: "Free space", select: free, groupBy: `${NAMESPACE}, ${CLAIM}` }),
      },
      {
        cpu: tile.line({ ...perPod, name: "CPU, share of limit", select: ofLimit("cpu"), numberFormat: SHARE }),
        memory: tile.line({
          ...perPod,
          name: "Memory, share of limit",
          select: ofLimit("memory"),
          numberFormat: SHARE,
        }),
        ...(logs && { warnings: tile.stackedBar({ name: "Warnings by reason", source: logs, ...byReason }) }),
      },
    ],
    details: {
      pods: { pods },
      events: {
        ...(logs && { events: tile.search({ name: "Warnings", source: logs, select: columns, ...warnings, w: 24 }) }),
      },
    },
    alerts: {
      restarts: alertOn("restarts", 3, "1 x 15m", [
        "has a crash-looping container",
        "A container restarts repeatedly.",
      ]),
      pending: alertOn("pending", 1, "3 x 5m", ["has a pending pod", "A pod does not start."]),
      nodes: alertOn("unready", 1, "3 x 5m", ["has an unready node", "Kubernetes starts no new pods on the node."]),
      deployments: alertOn(
        "deployments",
        1,
        "3 x 5m",
        ["has too few pods", "A deployment has fewer available pods than it requires."],
        below,
      ),
      volumes: alertOn("volumes", 0.03, "2 x 5m", ["has a full volume", "Programs cannot write files."], below),
      memory: alertOn("memory", 0.9, "3 x 5m", [
        "has a pod short of memory",
        "Kubernetes stops containers that exceed their limit.",
      ]),
    },
    slo:
      slo && gaugeObjective(slo, source, { metric: "k8s.pod.phase", where: chosen, total: UNFINISHED, bad: WAITING }),
  };
}
