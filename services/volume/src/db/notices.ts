import type { Backup } from '@nimbo/contracts/volume/backups'
import { backupNotifications } from '@nimbo/contracts/volume/notifications/backups'
import { snapshotNotifications } from '@nimbo/contracts/volume/notifications/snapshots'
import {
  extraSpecsNotifications,
  typeAccessNotifications,
  typeNotifications,
} from '@nimbo/contracts/volume/notifications/types'
import {
  notScheduledNotifications,
  volumeNotifications,
  volumeRetyped,
} from '@nimbo/contracts/volume/notifications/volumes'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Snapshot } from '../domain/snapshot.ts'
import { backupPayload, snapshotPayload, volumePayload } from '../domain/notification-payloads.ts'
import type { Volume } from '../domain/volume.ts'
import { queueOf } from '../domain/volume-host.ts'
import { backups, dependentsOf } from './backups.ts'
import type { Db } from './db.ts'
import { findSnapshot } from './snapshots.ts'
import type { VolumeType } from './volume-types.ts'
import { findVolume } from './volumes.ts'

type VolumeVerb = keyof typeof volumeNotifications
type SnapshotVerb = keyof typeof snapshotNotifications
type StartOrEnd = 'start' | 'end'

/** The back end in the publisher id of a volume's notifications, once the volume has one. */
const hostOf = ({ host }: Volume): string | undefined => (host === null ? undefined : queueOf(host))

const tellVolume = ({ tell }: Notifier) => {
  return (
    trx: Db,
    ctx: Context,
    verb: VolumeVerb,
    phase: StartOrEnd,
    volume: Volume,
    status?: string,
  ): Promise<void> =>
    tell(trx, ctx, volumeNotifications[verb], {
      ...{ phase, resource: volume.id, host: hostOf(volume) },
      payload: () => volumePayload(volume, status),
    })
}

interface NotScheduled {
  readonly method: 'create_volume' | 'migrate_volume_to_host' | 'retype'
  readonly reason: string
}

/** Emits notifications of volumes, in the transaction that changes them. */
const volumes = (notifier: Notifier) => {
  const { on, tell } = notifier
  const told = tellVolume(notifier)
  const find = (trx: Db, id: string) => (on ? findVolume(trx, id, undefined) : undefined)
  const volume = async (trx: Db, ctx: Context, verb: VolumeVerb, phase: StartOrEnd, of: string | Volume) => {
    const found = typeof of === 'string' ? await find(trx, of) : of
    if (found) await told(trx, ctx, verb, phase, found)
  }
  return {
    /** Emits a notification with the current state of a volume, which is read if only its id is known. */
    volume,

    /** Runs a change, and emits `start` with the state before it and `end` with the state after it. */
    changing: async <Result>(
      trx: Db,
      ctx: Context,
      verb: VolumeVerb,
      id: string,
      change: () => Promise<Result>,
    ): Promise<Result> => {
      const before = await find(trx, id)
      const result = await change()
      if (before) await told(trx, ctx, verb, 'start', before)
      await volume(trx, ctx, verb, 'end', id)
      return result
    },

    /** Runs `remove`, and emits `delete.end` with the state before it. */
    removing: async (trx: Db, ctx: Context, id: string, remove: () => Promise<unknown>): Promise<void> => {
      const before = await find(trx, id)
      await remove()
      if (before) await told(trx, ctx, 'delete', 'end', before, 'deleted')
    },

    /** Emits the notification that the type changed. */
    retyped: async (trx: Db, ctx: Context, id: string): Promise<void> => {
      const found = await find(trx, id)
      if (!found) return
      await tell(trx, ctx, volumeRetyped, {
        ...{ resource: id, host: hostOf(found) },
        payload: () => volumePayload(found),
      })
    },

    /** Emits the notification that no back end was found. */
    notScheduled: async (
      trx: Db,
      ctx: Context,
      id: string,
      { method, reason }: NotScheduled,
    ): Promise<void> => {
      const found = await find(trx, id)
      if (!found) return
      const properties = volumePayload(found)
      await tell(trx, ctx, notScheduledNotifications[method], {
        resource: id,
        payload: () => ({
          request_spec: { volume_id: id, volume_type: { id: found.typeId, name: found.typeName } },
          volume_properties: properties,
          volume_id: id,
          state: found.status,
          ...{ method, reason },
        }),
      })
    },
  }
}

/** Like `volumes`, for snapshots; the publisher is the back end of their volume. */
const snapshots = ({ on, tell }: Notifier, clock: Clock) => {
  const told = async (
    trx: Db,
    ctx: Context,
    verb: SnapshotVerb,
    phase: StartOrEnd,
    snapshot: Snapshot,
    deletedAt?: string,
  ): Promise<void> => {
    const volume = await findVolume(trx, snapshot.volumeId, undefined)
    await tell(trx, ctx, snapshotNotifications[verb], {
      ...{ phase, resource: snapshot.id, host: volume && hostOf(volume) },
      payload: () => snapshotPayload(snapshot, volume?.availabilityZone ?? '', deletedAt),
    })
  }
  const find = (trx: Db, id: string) => (on ? findSnapshot(trx, id, undefined) : undefined)
  const snapshot = async (trx: Db, ctx: Context, verb: SnapshotVerb, phase: StartOrEnd, id: string) => {
    const found = await find(trx, id)
    if (found) await told(trx, ctx, verb, phase, found)
  }
  return {
    snapshot,

    changingSnapshot: async (
      trx: Db,
      ctx: Context,
      id: string,
      change: () => Promise<unknown>,
    ): Promise<void> => {
      const before = await find(trx, id)
      await change()
      if (before) await told(trx, ctx, 'update', 'start', before)
      await snapshot(trx, ctx, 'update', 'end', id)
    },

    removingSnapshot: async (
      trx: Db,
      ctx: Context,
      id: string,
      remove: () => Promise<unknown>,
    ): Promise<void> => {
      const before = await find(trx, id)
      await remove()
      if (before) await told(trx, ctx, 'delete', 'end', before, timestamp(clock))
    },
  }
}

/** Like `volumes`, for backups; the publisher is the host with the backup store. */
const backupsOf = ({ on, tell }: Notifier) => {
  const told = async (
    trx: Db,
    ctx: Context,
    verb: keyof typeof backupNotifications,
    phase: StartOrEnd,
    backup: Backup,
    status: string = backup.status,
  ): Promise<void> => {
    const dependents = await dependentsOf(trx, [backup.id])
    await tell(trx, ctx, backupNotifications[verb], {
      ...{ phase, resource: backup.id, host: backup.host ?? undefined },
      payload: () => backupPayload(backup, dependents.get(backup.id) ?? 0, status),
    })
  }
  const find = (trx: Db, id: string) => (on ? backups.get(trx, 'all', id) : undefined)
  return {
    backup: async (
      trx: Db,
      ctx: Context,
      verb: keyof typeof backupNotifications,
      phase: StartOrEnd,
      id: string,
    ): Promise<void> => {
      const found = await find(trx, id)
      if (found) await told(trx, ctx, verb, phase, found)
    },

    removingBackup: async (
      trx: Db,
      ctx: Context,
      id: string,
      remove: () => Promise<unknown>,
    ): Promise<void> => {
      const before = await find(trx, id)
      await remove()
      if (before) await told(trx, ctx, 'delete', 'end', before, 'deleted')
    },
  }
}

const types = ({ tell }: Notifier) => ({
  type: (
    trx: Db,
    ctx: Context,
    verb: keyof typeof typeNotifications,
    type: Omit<VolumeType, 'qosSpecsId' | 'createdAt' | 'updatedAt'>,
  ): Promise<void> =>
    tell(trx, ctx, typeNotifications[verb], {
      resource: type.id,
      payload: () => ({
        volume_types: {
          id: type.id,
          name: type.name,
          description: type.description,
          is_public: type.isPublic,
          extra_specs: type.extraSpecs,
        },
      }),
    }),

  extraSpecs: (
    trx: Db,
    ctx: Context,
    verb: keyof typeof extraSpecsNotifications,
    id: string,
    specs: Readonly<Record<string, string>>,
  ): Promise<void> =>
    tell(trx, ctx, extraSpecsNotifications[verb], {
      resource: id,
      payload: () => ({ type_id: id, specs }),
    }),

  typeAccess: (
    trx: Db,
    ctx: Context,
    verb: keyof typeof typeAccessNotifications,
    id: string,
    project: string,
  ): Promise<void> =>
    tell(trx, ctx, typeAccessNotifications[verb], {
      resource: id,
      payload: () => ({ volume_type_id: id, project_id: project }),
    }),
})

/** Emits the notifications of the volume service, in the transactions that change its resources. */
export const notices = (notifier: Notifier, clock: Clock) => ({
  /** Whether notifications are enabled. */
  on: notifier.on,
  together: notifier.together,
  /** Emits a notification of a resource whose kind defines its own notifications. */
  tell: notifier.tell,
  ...volumes(notifier),
  ...snapshots(notifier, clock),
  ...backupsOf(notifier),
  ...types(notifier),
})

export type Notices = ReturnType<typeof notices>
