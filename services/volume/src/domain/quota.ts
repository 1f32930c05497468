import type { CinderConfig } from '../config.ts'
import { errors } from '../errors.ts'

/** Resources with a quota; -1 is unlimited. Gigabytes include volumes and snapshots. */
const quotaResources = [
  'volumes',
  'snapshots',
  'gigabytes',
  'backups',
  'backup_gigabytes',
  'per_volume_gigabytes',
  'groups',
] as const

/** Resources that are also limited per volume type: `gigabytes_fast`. */
const ofEachType = ['volumes', 'snapshots', 'gigabytes'] as const

type Numbers = Readonly<Record<string, number>>

/** By resource. */
export type Limits = Numbers
/** The usage by resource; 0 for resources not named. */
export type Usage = Numbers

/** The limits of a cloud with these volume types, as configured. */
export const defaultLimits = ({ DEFAULT }: CinderConfig, typeNames: readonly string[]): Limits => ({
  volumes: DEFAULT.quota_volumes,
  snapshots: DEFAULT.quota_snapshots,
  gigabytes: DEFAULT.quota_gigabytes,
  backups: DEFAULT.quota_backups,
  backup_gigabytes: DEFAULT.quota_backup_gigabytes,
  per_volume_gigabytes: DEFAULT.per_volume_size_limit,
  groups: DEFAULT.quota_groups,
  ...Object.fromEntries(
    typeNames.flatMap((type) => ofEachType.map((resource) => [`${resource}_${type}`, -1] as const)),
  ),
})

/** What a request adds to the usage. */
export interface Demand {
  readonly volumes?: number
  readonly snapshots?: number
  readonly gigabytes?: number
  readonly backups?: number
  readonly backup_gigabytes?: number
  readonly groups?: number
  /** The type of the volumes, for its own limits. */
  readonly typeName?: string
  /** The final size of the volume, for the limit per volume. */
  readonly volumeSize?: number
}

type Resource = (typeof quotaResources)[number]

const refusalOf = (
  resource: Resource,
  {
    name,
    requested,
    limit,
    used,
  }: Record<'requested' | 'limit' | 'used', number> & { readonly name: string },
): Error => {
  switch (resource) {
    case 'gigabytes':
      return errors.VolumeSizeExceedsAvailableQuota({ name, requested, quota: limit, consumed: used })
    case 'backup_gigabytes':
      return errors.VolumeBackupSizeExceedsAvailableQuota({ requested, quota: limit, consumed: used })
    case 'volumes':
      return errors.VolumeLimitExceeded({ name, allowed: limit })
    case 'snapshots':
      return errors.SnapshotLimitExceeded({ allowed: limit })
    case 'backups':
      return errors.BackupLimitExceeded({ allowed: limit })
    case 'groups':
      return errors.GroupLimitExceeded({ allowed: limit })
    case 'per_volume_gigabytes':
      return errors.VolumeSizeExceedsLimit({ size: requested, limit })
    default:
      return resource satisfies never
  }
}

/** Gigabytes are checked first, as in Cinder. */
const judged = [
  'gigabytes',
  'volumes',
  'snapshots',
  'backup_gigabytes',
  'backups',
  'groups',
] as const satisfies readonly Resource[]

/** Throws unless the limits allow `demand` on top of `usage`. */
export const requireQuota = (limits: Limits, usage: Usage, demand: Demand): void => {
  const { typeName, volumeSize = 0 } = demand
  const { per_volume_gigabytes: single = -1 } = limits
  if (single >= 0 && volumeSize > single)
    throw refusalOf('per_volume_gigabytes', { name: '', requested: volumeSize, limit: single, used: 0 })
  for (const resource of judged) {
    const requested = demand[resource] ?? 0
    if (requested <= 0) continue
    for (const name of [resource, ...(typeName === undefined ? [] : [`${resource}_${typeName}`])]) {
      const limit = limits[name] ?? -1
      const used = usage[name] ?? 0
      if (limit >= 0 && used + requested > limit) throw refusalOf(resource, { name, requested, limit, used })
    }
  }
}
