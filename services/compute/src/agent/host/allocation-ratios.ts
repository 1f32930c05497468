type Resource = 'cpu' | 'ram' | 'disk'

/** The allocation ratios that an operator sets, and the initial ones, which apply where none is set. */
export type RatioOptions = Readonly<
  Record<`initial_${Resource}_allocation_ratio`, number> &
    Partial<Record<`${Resource}_allocation_ratio`, number | undefined>>
>

/** The allocation ratio of each resource: the operator's ratio if set, otherwise the initial one. */
export const allocationRatios = (options: RatioOptions): Readonly<Record<Resource, number>> => ({
  cpu: options.cpu_allocation_ratio ?? options.initial_cpu_allocation_ratio,
  ram: options.ram_allocation_ratio ?? options.initial_ram_allocation_ratio,
  disk: options.disk_allocation_ratio ?? options.initial_disk_allocation_ratio,
})
