type Resource = 'cpu' | 'ram' | 'disk'

/** The ratios that an operator gives, and those of a host of which nobody gave any. */
export type RatioOptions = Readonly<
  Record<`initial_${Resource}_allocation_ratio`, number> &
    Partial<Record<`${Resource}_allocation_ratio`, number | undefined>>
>

/** How much of each resource a host offers for what it has: what the operator gives holds over the initial ratio. */
export const allocationRatios = (options: RatioOptions): Readonly<Record<Resource, number>> => ({
  cpu: options.cpu_allocation_ratio ?? options.initial_cpu_allocation_ratio,
  ram: options.ram_allocation_ratio ?? options.initial_ram_allocation_ratio,
  disk: options.disk_allocation_ratio ?? options.initial_disk_allocation_ratio,
})
