import type { HostMetric } from '@nimbo/contracts/compute-rpc/host-metric'
import { timestamp } from '@nimbo/kernel/clock'
import { cpuMetrics } from '../../domain/hosts/cpu-metrics.ts'
import type { CpuTimes } from '../../domain/hosts/cpu-times.ts'
import type { AgentSelf } from '../agent-context.ts'

/** The monitors of a host. */
export interface HostMonitors {
  /** What they measure now; nothing while a monitor fails, or when none is loaded. */
  measure(): Promise<readonly HostMetric[]>
}

const namespace = 'nova.compute.monitors.'
const cpuMonitor = 'cpu.virt_driver'

/** A name of `compute_monitors` without the namespaces that it may have or lack. */
const shortName = (name: string): string => {
  const bare = name.startsWith(namespace) ? name.slice(namespace.length) : name
  return bare.includes('.') ? bare : `cpu.${bare}`
}

/** Percentages over a shorter time say little, and reports may follow each other closely. */
const shortestMs = 1_000

/** Measures the CPUs of the host. */
const cpus = ({ hypervisor, clock, host, log }: Pick<AgentSelf, 'hypervisor' | 'clock' | 'host' | 'log'>) => {
  let last:
    | { readonly at: number; readonly times: CpuTimes; readonly metrics: readonly HostMetric[] }
    | undefined
  return async (): Promise<readonly HostMetric[]> => {
    if (last !== undefined && clock.now() - last.at < shortestMs) return last.metrics
    try {
      const times = await hypervisor.host.cpuTimes()
      const figures = cpuMetrics(times, last?.times)
      const about = { timestamp: timestamp(clock), source: times.source }
      const metrics =
        figures === undefined
          ? (last?.metrics ?? [])
          : Object.entries(figures).map(([name, value]) => ({ name, value: Math.round(value), ...about }))
      last = { at: clock.now(), times, metrics }
      return metrics
    } catch (error) {
      log.warn({ host, error }, 'the CPUs of a host could not be measured')
      return []
    }
  }
}

/** Loads the monitors of `compute_monitors`. Names of monitors that do not exist are logged, as in Nova. */
export const hostMonitors = (
  deps: Pick<AgentSelf, 'hypervisor' | 'clock' | 'host' | 'log' | 'options'>,
): HostMonitors => {
  const { compute_monitors: names } = deps.options
  for (const name of names)
    if (shortName(name) !== cpuMonitor)
      deps.log.warn({ monitor: name }, `there is no such monitor; only ${cpuMonitor} exists`)
  return names.some((name) => shortName(name) === cpuMonitor)
    ? { measure: cpus(deps) }
    : { measure: async () => [] }
}
