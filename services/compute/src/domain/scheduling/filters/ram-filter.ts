import type { HostFilter } from '../filter.ts'

/** Passes hosts with enough memory for the flavor, after the allocation ratio. */
export const ramFilter: HostFilter = {
  name: 'RamFilter',
  refuses: ({ free }, { spec }) =>
    free.memoryMb >= spec.flavor.memoryMb
      ? undefined
      : `has ${free.memoryMb} MB of memory free, ${spec.flavor.memoryMb} MB are needed`,
}
