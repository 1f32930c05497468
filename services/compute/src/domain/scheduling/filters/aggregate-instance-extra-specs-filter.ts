import { listedInAggregates } from '../aggregate-values.ts'
import type { HostFilter } from '../filter.ts'
import { meetsSpec } from '../match-spec.ts'

const scope = 'aggregate_instance_extra_specs'

/** Passes hosts whose aggregate metadata match the flavor's extra specs in this scope or without scope. */
export const aggregateInstanceExtraSpecsFilter: HostFilter = {
  name: 'AggregateInstanceExtraSpecsFilter',
  refuses: (host, { spec }) => {
    for (const [key, wanted] of Object.entries(spec.flavor.extraSpecs)) {
      const [first, ...rest] = key.split(':')
      if (rest.length > 0 && first !== scope) continue
      const name = rest.length > 0 ? rest.join(':') : key
      const have = listedInAggregates(host, name)
      if (!have.some((value) => meetsSpec(value, wanted)))
        return `its aggregates have ${have.join(', ') || 'nothing'} as ${name}, the flavor asks for ${wanted}`
    }
    return undefined
  },
}
