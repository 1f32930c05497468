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

/** A spec of another scope that hosts must meet with a capability. */
const inScope = ([key, wanted]: readonly [string, string]): readonly [string, string] =>
  key === 'hw:maxphysaddr_bits' ? [`${scope}:cpu_info:maxphysaddr:bits`, `>= ${wanted}`] : [key, wanted]

/**
 * Passes hosts whose capabilities match the flavor's extra specs in the scope `capabilities:`. Keys without a scope
 * count too if the host has such a capability; others are for other filters, except for the size of addresses.
 */
export const computeCapabilitiesFilter: HostFilter = {
  name: 'ComputeCapabilitiesFilter',
  refuses: (host, { spec }) => {
    for (const [key, wanted] of Object.entries(spec.flavor.extraSpecs).map(inScope)) {
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
