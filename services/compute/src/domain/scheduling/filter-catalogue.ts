import type { ConfiguredFilter, HostFilter, SchedulerOptionGroup, Sections } from './filter.ts'
import { aggregateImagePropertiesIsolation } from './filters/aggregate-image-properties-isolation.ts'
import { aggregateInstanceExtraSpecsFilter } from './filters/aggregate-instance-extra-specs-filter.ts'
import { aggregateIoOpsFilter } from './filters/aggregate-io-ops-filter.ts'
import { aggregateMultiTenancyIsolation } from './filters/aggregate-multi-tenancy-isolation.ts'
import { aggregateNumInstancesFilter } from './filters/aggregate-num-instances-filter.ts'
import { aggregateTypeAffinityFilter } from './filters/aggregate-type-affinity-filter.ts'
import { allHostsFilter } from './filters/all-hosts-filter.ts'
import { availabilityZoneFilter } from './filters/availability-zone-filter.ts'
import { computeCapabilitiesFilter } from './filters/compute-capabilities-filter.ts'
import { computeFilter } from './filters/compute-filter.ts'
import { differentHostFilter } from './filters/different-host-filter.ts'
import { diskFilter } from './filters/disk-filter.ts'
import { imagePropertiesFilter } from './filters/image-properties-filter.ts'
import { ioOpsFilter } from './filters/io-ops-filter.ts'
import { isolatedHostsFilter } from './filters/isolated-hosts-filter.ts'
import { jsonFilter } from './filters/json-filter.ts'
import { metricsFilter } from './filters/metrics-filter.ts'
import { numInstancesFilter } from './filters/num-instances-filter.ts'
import { numaTopologyFilter } from './filters/numa-topology-filter.ts'
import { pciPassthroughFilter } from './filters/pci-passthrough-filter.ts'
import { ramFilter } from './filters/ram-filter.ts'
import { retryFilter } from './filters/retry-filter.ts'
import { sameHostFilter } from './filters/same-host-filter.ts'
import { serverGroupAffinityFilter } from './filters/server-group-affinity-filter.ts'
import { serverGroupAntiAffinityFilter } from './filters/server-group-anti-affinity-filter.ts'
import { simpleCidrAffinityFilter } from './filters/simple-cidr-affinity-filter.ts'

/** Every filter that can be enabled. */
const catalogue: readonly (HostFilter | ConfiguredFilter)[] = [
  ...[aggregateImagePropertiesIsolation, aggregateInstanceExtraSpecsFilter, aggregateIoOpsFilter],
  ...[aggregateMultiTenancyIsolation, aggregateNumInstancesFilter, aggregateTypeAffinityFilter],
  ...[allHostsFilter, availabilityZoneFilter, computeCapabilitiesFilter, computeFilter, differentHostFilter],
  ...[diskFilter, imagePropertiesFilter, ioOpsFilter, isolatedHostsFilter, jsonFilter, metricsFilter],
  ...[numInstancesFilter, numaTopologyFilter, pciPassthroughFilter, ramFilter, retryFilter, sameHostFilter],
  ...[serverGroupAffinityFilter, serverGroupAntiAffinityFilter, simpleCidrAffinityFilter],
]

/** The name that makes all filters available. */
export const allFilters = 'nova.scheduler.filters.all_filters'

export const filterNames: readonly string[] = catalogue.map(({ name }) => name)

/** The options of filters. */
export const filterOptions: readonly SchedulerOptionGroup[] = [
  ...new Set(catalogue.flatMap((filter) => ('options' in filter ? [filter.options] : []))),
]

/** Accepts `RamFilter` and Nova's full module path. */
const isAvailable = (name: string, available: readonly string[]): boolean =>
  available.some((one) => one === allFilters || one === name || one.endsWith(`.${name}`))

/**
 * The filters with these names, in order. Throws for one that is unknown or not available: silently skipping a misspelt
 * filter would be unsafe.
 */
export const filtersNamed = (
  names: readonly string[],
  config: Sections,
  available: readonly string[] = [allFilters],
): readonly HostFilter[] =>
  names.map((name) => {
    if (!isAvailable(name, available))
      throw new Error(`the scheduler filter "${name}" is enabled, but none of available_filters`)
    const filter = catalogue.find((known) => known.name === name)
    if (filter === undefined)
      throw new Error(`"${name}" is no scheduler filter; there are ${filterNames.join(', ')}`)
    return 'configured' in filter ? filter.configured(config) : filter
  })
