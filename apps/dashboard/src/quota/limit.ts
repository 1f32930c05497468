import { isItem, type Item } from '../panel/item.ts'

/** How much of something a project has and may have; -1 is no bound. */
export interface Limit {
  /** The word for it: `field.<name>`. */
  readonly name: string
  readonly used: number
  readonly most: number
  readonly unit?: 'mib' | 'gib'
}

const numberAt = (item: Item, name: string): number => Number(item[name] ?? 0)

const absolute = (reply: unknown): Item => {
  const limits = isItem(reply) ? reply.limits : undefined
  return isItem(limits) && isItem(limits.absolute) ? limits.absolute : {}
}

/** Of compute's and block storage's limits: the word for each, and what they call what there is and what there may be. */
const pairs = {
  compute: [
    ['instances', 'totalInstancesUsed', 'maxTotalInstances'],
    ['vcpus', 'totalCoresUsed', 'maxTotalCores'],
    ['ram', 'totalRAMUsed', 'maxTotalRAMSize', 'mib'],
    ['server_groups', 'totalServerGroupsUsed', 'maxServerGroups'],
  ],
  volume: [
    ['volumes', 'totalVolumesUsed', 'maxTotalVolumes'],
    ['gigabytes', 'totalGigabytesUsed', 'maxTotalVolumeGigabytes', 'gib'],
    ['snapshots', 'totalSnapshotsUsed', 'maxTotalSnapshots'],
    ['backups', 'totalBackupsUsed', 'maxTotalBackups'],
  ],
} as const

export const limitsOf = (service: keyof typeof pairs, reply: unknown): readonly Limit[] => {
  const limits = absolute(reply)
  return pairs[service].map(([name, used, most, unit]) => ({
    ...{ name, used: numberAt(limits, used), most: numberAt(limits, most) },
    ...(unit === undefined ? {} : { unit }),
  }))
}

const shownOfNetwork = ['network', 'subnet', 'port', 'router', 'floatingip', 'security_group']

/** The network service's: used and limit stand together. */
export const networkLimitsOf = (reply: unknown): readonly Limit[] => {
  const quota = isItem(reply) && isItem(reply.quota) ? reply.quota : {}
  return shownOfNetwork.flatMap((name) => {
    const one = quota[name]
    return isItem(one) ? [{ name, used: numberAt(one, 'used'), most: numberAt(one, 'limit') }] : []
  })
}
