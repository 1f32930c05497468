import type { CinderConfig } from '../config.ts'
import { errors } from '../errors.ts'

/** What a project may have a limited number of; -1 is any number. Gigabytes count volumes and snapshots. */
export const quotaResources = [
  'volumes',
  'snapshots',
  'gigabytes',
  'backups',
  'backup_gigabytes',
  'per_volume_gigabytes',
  'groups',
] as const

export type QuotaResource = (typeof quotaResources)[number]
export type Limits = Readonly<Record<QuotaResource, number>>

/** What a project without limits of its own may have. */
export const defaultLimits = ({ DEFAULT }: CinderConfig): Limits => ({
  volumes: DEFAULT.quota_volumes,
  snapshots: DEFAULT.quota_snapshots,
  gigabytes: DEFAULT.quota_gigabytes,
  backups: DEFAULT.quota_backups,
  backup_gigabytes: DEFAULT.quota_backup_gigabytes,
  per_volume_gigabytes: DEFAULT.per_volume_size_limit,
  groups: DEFAULT.quota_groups,
})

/** What counts against the limits. Backups and groups do not exist here, so none are used. */
export interface Usage {
  readonly volumes: number
  readonly snapshots: number
  readonly gigabytes: number
}

/** What a request adds. */
export interface Demand {
  readonly volumes?: number
  readonly snapshots?: number
  readonly gigabytes: number
  /** The size the volume will have, for the limit of a single one. */
  readonly volumeSize?: number
}

const exceeds = (limit: number, used: number, more: number): boolean =>
  limit >= 0 && more > 0 && used + more > limit

/** Throws unless the limits allow `demand` on top of `usage`; gigabytes are judged first, as Cinder does. */
export const requireQuota = (limits: Limits, usage: Usage, demand: Demand): void => {
  const single = limits.per_volume_gigabytes
  if (single >= 0 && (demand.volumeSize ?? 0) > single)
    throw errors.VolumeSizeExceedsLimit({ size: demand.volumeSize ?? 0, limit: single })
  if (exceeds(limits.gigabytes, usage.gigabytes, demand.gigabytes)) {
    throw errors.VolumeSizeExceedsAvailableQuota({
      requested: demand.gigabytes,
      quota: limits.gigabytes,
      consumed: usage.gigabytes,
    })
  }
  if (exceeds(limits.volumes, usage.volumes, demand.volumes ?? 0))
    throw errors.VolumeLimitExceeded({ allowed: limits.volumes })
  if (exceeds(limits.snapshots, usage.snapshots, demand.snapshots ?? 0))
    throw errors.SnapshotLimitExceeded({ allowed: limits.snapshots })
}

/** How many of a resource are used. */
export const usedOf = (usage: Usage, resource: QuotaResource): number =>
  resource === 'volumes' || resource === 'snapshots' || resource === 'gigabytes' ? usage[resource] : 0
