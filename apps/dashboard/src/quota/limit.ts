import { isItem, type Item } from '../panel/item.ts'

/** The usage and the limit of a quota; -1 is unlimited. */
export interface Limit {
  /** Translation key: `field.<name>`. */
  readonly name: string
  readonly used: number
  readonly most: number
  readonly unit?: 'mib' | 'gib'
}

/** The used part of a limit, 1 being all. Of a limit of zero even the first is too much. */
export const shareOf = (used: number, most: number): number => {
  if (most < 0 || used <= 0) return 0
  return used / most
}

const numberAt = (item: Item, name: string): number => Number(item[name] ?? 0)

const absolute = (reply: unknown): Item => {
  const limits = isItem(reply) ? reply.limits : undefined
  return isItem(limits) && isItem(limits.absolute) ? limits.absolute : {}
}

/** The limits of compute and block storage: our name, and the names of usage and limit in the API. */
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

/** The quotas of the network service, whose reply holds usage and limit together. */
export const networkLimitsOf = (reply: unknown): readonly Limit[] => {
  const quota = isItem(reply) && isItem(reply.quota) ? reply.quota : {}
  return shownOfNetwork.flatMap((name) => {
    const one = quota[name]
    return isItem(one) ? [{ name, used: numberAt(one, 'used'), most: numberAt(one, 'limit') }] : []
  })
}
