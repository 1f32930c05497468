import type { HostFilter } from '../filter.ts'
import { localDiskGb } from '../requested-resources.ts'

/** Passes hosts with enough disk for the server, after the allocation ratio. */
export const diskFilter: HostFilter = {
  name: 'DiskFilter',
  refuses: ({ free }, { spec, bootsFromVolume }) => {
    const needed = localDiskGb(spec.flavor, bootsFromVolume)
    return free.diskGb >= needed ? undefined : `has ${free.diskGb} GB of disk free, ${needed} GB are needed`
  },
}
