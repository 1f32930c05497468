import { volumeUsageNotifications } from '@nimbo/contracts/compute/notifications/volume-usage'
import type { VolumeCounts } from '@nimbo/contracts/compute-rpc/host-conductor'
import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instances } from '../../db/servers/instances.ts'
import { volumeUsage } from '../../db/usage/volume-usage.ts'
import type { Server } from '../../domain/servers/server.ts'
import { countedAgain, totalOf, type VolumeCounters } from '../../domain/usage/volume-usage.ts'
import { wireTime, wireTimeSpaced } from '../../domain/wire-time.ts'
import type { InCell } from '../../flows/flow-deps.ts'
import type { ConductorDeps } from '../conductor-deps.ts'

interface Deps extends Pick<ConductorDeps, 'clock' | 'notifier'>, InCell {
  readonly databases: Pick<ConductorDeps['databases'], 'cell'>
}

interface VolumesUsed {
  readonly host: string
  readonly measuredAt: string
  readonly detached: boolean
  readonly servers: readonly { readonly serverId: ServerId; readonly volumes: readonly VolumeCounts[] }[]
}

const ownerFields = ['id', 'projectId', 'userId', 'availabilityZone'] as const
type Owner = Pick<Server, (typeof ownerFields)[number]>

interface UsedVolume {
  readonly host: string
  readonly owner: Owner
  readonly volumeId: string
  readonly total: VolumeCounters
  readonly measuredAt: string
}

/** Writes the notification of what was ever done with a volume, in both formats. */
const tell = async (
  { notifier }: Pick<Deps, 'notifier'>,
  cell: Kysely<CellTables>,
  ctx: Context,
  { host, owner, volumeId, total, measuredAt }: UsedVolume,
): Promise<void> => {
  const common = { resource: volumeId, host }
  const counts = {
    ...{ reads: total.reads, read_bytes: total.readBytes },
    ...{ writes: total.writes, write_bytes: total.writeBytes },
  }
  await notifier.tell(cell, ctx, volumeUsageNotifications.versioned, {
    ...common,
    payload: () => ({
      volume_id: volumeId,
      project_id: owner.projectId,
      user_id: owner.userId,
      instance_uuid: owner.id,
      availability_zone: owner.availabilityZone,
      last_refreshed: wireTime(measuredAt),
      ...counts,
    }),
  })
  await notifier.tell(cell, ctx, volumeUsageNotifications.unversioned, {
    ...common,
    payload: () => ({
      volume_id: volumeId,
      tenant_id: owner.projectId,
      user_id: owner.userId,
      instance_id: owner.id,
      availability_zone: owner.availabilityZone,
      last_refreshed: `${wireTimeSpaced(measuredAt)}+00:00`,
      ...counts,
    }),
  })
}

/** Adds up what servers did with their volumes, and tells of it. Told again, it changes nothing and tells nothing. */
export const keepVolumeUsage =
  (deps: Deps) =>
  async (ctx: Context, { host, measuredAt, detached, servers }: VolumesUsed): Promise<void> => {
    const cell = await deps.databases.cell(deps.cellId)
    const keep = (owner: Owner, { volumeId, ...counted }: VolumeCounts): Promise<void> =>
      inTransaction(cell, async (trx) => {
        const known = await volumeUsage(trx).find(volumeId)
        if (known !== undefined && known.measuredAt >= measuredAt) return
        const usage = countedAgain(known, counted, detached)
        await volumeUsage(trx).put({ volumeId, measuredAt, ...usage })
        await tell(deps, trx, ctx, { host, owner, volumeId, total: totalOf(usage), measuredAt })
      })
    for (const { serverId, volumes } of servers) {
      const owner = await instances(cell, deps.clock).findPart(serverId, ownerFields)
      if (owner !== undefined) for (const volume of volumes) await keep(owner, volume)
    }
  }
