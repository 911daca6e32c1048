import { avg, count, max, sum } from "../constructs/aggregate";
import { onClick } from "../constructs/on-click";
import { type Checks, canBe, mustBe, SQL_CONDITION, sourceForm } from "../constructs/prop-checks";
import type { ConstructScope } from "../constructs/scope";
import { below } from "../constructs/threshold";
import { type SourceReference, tile } from "../constructs/tile";
import { sqlText } from "../sql-text";
import { allOf, ENVIRONMENT, equals } from "./conditions";
import { alertOn, counter, gauge, gaugeObjective, resource, SHARE, VALUE } from "./metric";
import { Pack } from "./pack";
import { number, objective, packChecks, texts } from "./pack-checks";
import type { PackAlert, PackContent, PackLink, PackObjective, PackProps, PackTile } from "./pack-props";

/** Tiles of `Hosts` by key. */
export interface HostsTiles {
  /** Highest memory usage of a host, as a share. Default: shown. */
  readonly max_memory?: PackTile;
  /** Highest usage of a file system, as a share. Default: shown. */
  readonly max_filesystem?: PackTile;
  /** Number of hosts that send metrics in a time bucket. The alert `missing` watches it. Default: shown. */
  readonly hosts?: PackTile;
  /** CPU usage of each host, as a share of all its CPUs. The alert `cpu` watches it. Default: shown. */
  readonly cpu?: PackTile;
  /** Used memory of each host, as a share. The alert `memory` watches it. Default: shown. */
  readonly memory?: PackTile;
  /** Used space of each writable file system, as a share. The alert `filesystem` watches it. Default: shown. */
  readonly filesystem?: PackTile;
  /** Load average of one minute for each host, divided by its number of CPUs. The alert `load` watches it. Default: shown. */
  readonly load?: PackTile;
  /** Bytes that each host sends and receives in a time bucket. Default: shown. */
  readonly network?: PackTile;
  /** Errors as a share of the network packets of each host. The alert `network_errors` watches it. Default: shown. */
  readonly network_errors?: PackTile;
  /** Bytes that each host reads and writes in a time bucket. Default: shown. */
  readonly disk?: PackTile;
  /** CPU, memory, file systems and load of each host. A click opens `links.hosts`. Default: shown. */
  readonly usage?: PackTile;
}

/** Alerts of `Hosts` by key. Each alert compares every host separately, except `missing`, which counts the hosts. */
export interface HostsAlerts {
  /** CPU usage of a host, as a share, in 3 windows of 5 minutes. Default: 0.9. */
  readonly cpu?: PackAlert;
  /** Used memory of a host, as a share, in 3 windows of 5 minutes. Default: 0.9. */
  readonly memory?: PackAlert;
  /** Used space of a file system, as a share, in 2 windows of 15 minutes. Default: 0.95. */
  readonly filesystem?: PackAlert;
  /** Load per CPU of a host, in 3 windows of 5 minutes. Default: 2. */
  readonly load?: PackAlert;
  /** Errors as a share of the network packets of a host, in 4 windows of 15 minutes. Default: 0.01. */
  readonly network_errors?: PackAlert;
  /** Fewer hosts than this send metrics, in 2 windows of 5 minutes. Default: no alert. */
  readonly missing?: PackAlert;
}

/** Props of `Hosts`. */
export interface HostsProps extends PackProps<HostsTiles, HostsAlerts> {
  /** Source of metrics from the collector's receiver `hostmetrics`, or its id. */
  readonly metrics: SourceReference;
  /** Pattern of host names for the SQL operator LIKE, such as `web-%`. Default: all hosts. */
  readonly hosts?: string;
  /** Additional SQL condition, such as `ResourceAttributes['host.type'] = 'm7g.large'`. Default: none. */
  readonly where?: string;
  /** Objective for the share of measurements in which a host has free memory. Default: none. */
  readonly slo?: Omit<PackObjective, "maxMs"> & {
    /** Measurements with at least this share of used memory are bad. Default: 0.9. */
    readonly maxMemory?: number;
  };
  /** Targets of clicks. Default: none. */
  readonly links?: {
    /** Dashboard of a host, such as `{ name: "Hosts: {{host}}" }`. Default: none. */
    readonly hosts?: PackLink;
  };
}

/** CPU, memory, file systems, load, disks and network of hosts or virtual machines. */
export class Hosts extends Pack<HostsTiles, HostsAlerts> {
  constructor(scope: ConstructScope, id: string, props: HostsProps) {
    super(scope, id, props, CHECKS, () => contentOf(props));
  }
}

const HOST = resource("host.name");
const USED = "Attributes['state'] = 'used'";
const TWO_DIGITS = { output: "number", mantissa: 2 } as const;

/** Types of file systems without persistent data. */
const VOLATILE = "Attributes['type'] NOT IN ('tmpfs', 'devtmpfs', 'overlay', 'squashfs', 'iso9660', 'ramfs')";

const MAX_MEMORY = number("a share such as 0.9", (value) => value > 0 && value <= 1);
const CHECKS: Checks<HostsProps> = {
  ...{ ...packChecks("hosts"), ...texts("hosts"), where: canBe(SQL_CONDITION), metrics: mustBe(sourceForm("Metrics")) },
  slo: objective({ maxMemory: MAX_MEMORY }),
};

function contentOf(props: HostsProps): PackContent<HostsTiles, HostsAlerts> {
  const { metrics, hosts, environment, where, links } = props;
  const matching = hosts === undefined ? "" : `${HOST} LIKE ${sqlText(hosts)}`;
  const chosen = allOf(matching, equals(ENVIRONMENT, environment), where && `(${where})`);
  const load = gauge("system.cpu.load_average.1m", chosen);
  const cpus = (states: string) => gauge("system.cpu.utilization", allOf(chosen, states));
  const memory = max(VALUE, gauge("system.memory.utilization", allOf(chosen, USED), "memory"));
  const writable = allOf(chosen, VOLATILE, "Attributes['mode'] = 'rw'");
  const filesystem = max(VALUE, gauge("system.filesystem.utilization", writable, "file system"));
  const source = metrics;
  const bytes = (metric: string) => ({
    ...{ source, select: [sum(VALUE, counter(metric, chosen))], groupBy: `${HOST}, Attributes['direction']` },
    numberFormat: { output: "byte", mantissa: 1 } as const,
  });
  const share = { source, groupBy: HOST, numberFormat: SHARE } as const;
  const ratio = { ...share, asRatio: true } as const;
  const errors = ["errors", "packets"].map((each) => sum(VALUE, counter(`system.network.${each}`, chosen)));
  // The states of one CPU add up to 1.
  const busy = [sum(VALUE, cpus("Attributes['state'] NOT IN ('idle', 'wait')")), sum(VALUE, cpus(""))];
  const perCpu = [max(VALUE, load), count(cpus("Attributes['state'] = 'idle'"))];
  const mounts = `${HOST}, Attributes['mountpoint']`;
  const idle = avg(VALUE, { ...cpus("Attributes['state'] = 'idle'"), alias: "idle CPU" });
  const loads = max(VALUE, { ...load, alias: "load", numberFormat: TWO_DIGITS });
  const usage = tile.table({
    ...{ ...share, name: "Hosts", select: [idle, memory, filesystem, loads] },
    ...{ groupBy: `${HOST} AS host`, orderBy: "host", groupByColumnsOnLeft: true },
    ...(links?.hosts && { onClick: onClick.dashboard(links.hosts) }),
  });
  return {
    ...{ kind: "Hosts", subject: hosts ?? "Any host", source, metricType: "gauge" },
    rows: [
      {
        max_memory: tile.number({ name: "Highest memory usage", source, select: [memory], numberFormat: SHARE }),
        max_filesystem: tile.number({ name: "Fullest file system", source, select: [filesystem], numberFormat: SHARE }),
      },
      {
        hosts: tile.line({ name: "Hosts", source, select: [count({ ...load, alias: "hosts" })] }),
        cpu: tile.line({ ...ratio, name: "CPU usage", select: busy }),
        memory: tile.line({ ...share, name: "Memory usage", select: [memory] }),
      },
      {
        filesystem: tile.line({ ...share, name: "File system usage", select: [filesystem], groupBy: mounts }),
        load: tile.line({ ...ratio, name: "Load per CPU", select: perCpu, numberFormat: TWO_DIGITS }),
      },
      {
        network: tile.line({ ...bytes("system.network.io"), name: "Network traffic" }),
        network_errors: tile.line({ ...ratio, name: "Network errors, share of packets", select: errors }),
        disk: tile.line({ ...bytes("system.disk.io"), name: "Disk traffic" }),
      },
    ],
    details: { usage: { usage } },
    alerts: {
      cpu: alertOn("cpu", 0.9, "3 x 5m", ["uses too much CPU", "All CPUs of the host are busy."]),
      memory: alertOn("memory", 0.9, "3 x 5m", [
        "is short of memory",
        "The operating system stops processes if the memory is full.",
      ]),
      filesystem: alertOn("filesystem", 0.95, "2 x 15m", ["has a full file system", "Programs cannot write files."]),
      load: alertOn("load", 2, "3 x 5m", ["is overloaded", "Processes wait for CPUs or disks."]),
      network_errors: alertOn("network_errors", 0.01, "4 x 15m", ["has network errors", "Packets are lost."]),
      missing: alertOn("hosts", undefined, "2 x 5m", ["is missing", "Fewer hosts than expected send metrics."], below),
    },
    slo: props.slo && memoryObjective(props.slo, source, chosen),
  };
}

type Objective = NonNullable<HostsProps["slo"]>;

function memoryObjective({ maxMemory = 0.9, ...slo }: Objective, source: SourceReference, where: string) {
  const bad = `${USED} AND ${VALUE} >= ${maxMemory}`;
  return gaugeObjective(slo, source, { metric: "system.memory.utilization", where, total: USED, bad });
}
