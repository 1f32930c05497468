import { own } from '@nimbo/kernel/own'
import type { HostFilter } from '../filter.ts'
import type { HostState } from '../host-state.ts'
import { meetsSpec } from '../match-spec.ts'

const scope = 'capabilities'

/** What a capability path such as `cpu_info:arch` leads to. */
const capability = (host: HostState, path: readonly string[]): unknown => {
  const facts: Record<string, unknown> = {
    hypervisor_type: host.hypervisorType,
    hypervisor_version: host.hypervisorVersion,
    hypervisor_hostname: host.node,
    cpu_info: host.cpuInfo,
    free_ram_mb: host.free.memoryMb,
    free_disk_mb: host.free.diskGb * 1024,
    num_instances: host.servers.count,
    host: host.host,
  }
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? own(value as Record<string, unknown>, name) : undefined,
    facts,
  )
}

/**
 * Passes hosts that have what a flavor's extra specs ask of them in the scope `capabilities:`. Keys without a scope count too
 * where a host has such a thing at all; others are the words of somebody else.
 */
export const computeCapabilitiesFilter: HostFilter = {
  name: 'ComputeCapabilitiesFilter',
  refuses: (host, { spec }) => {
    for (const [key, wanted] of Object.entries(spec.flavor.extraSpecs)) {
      const words = key.split(':')
      if (words.length > 1 && words[0] !== scope) continue
      const path = words[0] === scope ? words.slice(1) : words
      const have = capability(host, path)
      if (have === undefined && words[0] !== scope) continue
      if (!meetsSpec(have, wanted))
        return `${path.join(':')} is ${have === undefined ? 'unknown' : JSON.stringify(have)}, the flavor asks for ${wanted}`
    }
    return undefined
  },
}
