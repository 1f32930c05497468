import { own } from '@nimbo/kernel/own'
import type { HostFilter } from '../filter.ts'
import { hostFacts } from '../host-facts.ts'
import type { HostState } from '../host-state.ts'
import { meetsSpec } from '../match-spec.ts'

const scope = 'capabilities'

/** The value at a capability path such as `cpu_info:arch`. */
const capability = (host: HostState, path: readonly string[]): unknown => {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? own(value as Record<string, unknown>, name) : undefined,
    hostFacts(host),
  )
}

/**
 * Passes hosts whose capabilities match the flavor's extra specs in the scope `capabilities:`. Keys without a scope
 * count too if the host has such a capability; others are for other filters.
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
