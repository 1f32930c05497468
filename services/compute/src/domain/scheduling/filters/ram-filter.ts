import type { HostFilter } from '../filter.ts'

/** Passes hosts that have memory for the flavor, after overcommit. */
export const ramFilter: HostFilter = {
  name: 'RamFilter',
  refuses: ({ free }, { spec }) =>
    free.memoryMb >= spec.flavor.memoryMb
      ? undefined
      : `has ${free.memoryMb} MB of memory free, ${spec.flavor.memoryMb} MB are needed`,
}
