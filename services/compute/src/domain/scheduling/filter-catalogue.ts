import type { HostFilter } from './filter.ts'
import { availabilityZoneFilter } from './filters/availability-zone-filter.ts'
import { computeCapabilitiesFilter } from './filters/compute-capabilities-filter.ts'
import { computeFilter } from './filters/compute-filter.ts'
import { diskFilter } from './filters/disk-filter.ts'
import { imagePropertiesFilter } from './filters/image-properties-filter.ts'
import { ramFilter } from './filters/ram-filter.ts'
import { retryFilter } from './filters/retry-filter.ts'
import { serverGroupAffinityFilter } from './filters/server-group-affinity-filter.ts'
import { serverGroupAntiAffinityFilter } from './filters/server-group-anti-affinity-filter.ts'

const catalogue: ReadonlyMap<string, HostFilter> = new Map(
  [
    retryFilter,
    availabilityZoneFilter,
    computeFilter,
    computeCapabilitiesFilter,
    imagePropertiesFilter,
    serverGroupAntiAffinityFilter,
    serverGroupAffinityFilter,
    ramFilter,
    diskFilter,
  ].map((filter) => [filter.name, filter]),
)

export const filterNames: readonly string[] = [...catalogue.keys()]

/** The filters of these names, in this order. Throws on a name that is none: a typo must not open the cloud's doors. */
export const filtersNamed = (names: readonly string[]): readonly HostFilter[] =>
  names.map((name) => {
    const filter = catalogue.get(name)
    if (filter === undefined)
      throw new Error(`"${name}" is no scheduler filter; there are ${filterNames.join(', ')}`)
    return filter
  })
