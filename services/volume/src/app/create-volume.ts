import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId, type VolumeId } from '@nimbo/kernel/ids'
import { reverter } from '@nimbo/kernel/reverter'
import { changeBackup } from '../db/backups.ts'
import type { Db } from '../db/db.ts'
import { groups } from '../db/groups.ts'
import type { Texts } from '../db/metadata.ts'
import type { VolumeType } from '../db/volume-types.ts'
import { findVolume, insertWhole } from '../db/volumes.ts'
import type { Hints } from '../domain/hints.ts'
import { allowsMultiattach, type Volume } from '../domain/volume.ts'
import { queueOf } from '../domain/volume-host.ts'
import { errors } from '../errors.ts'
import { createVolumeFlow } from '../flows/create-volume.ts'
import { type Enforce, scopeOf, type VolumeApp } from './app.ts'
import { beginWork } from './begin-work.ts'
import { defaultType } from './default-type.ts'
import { encryptionOf } from './encryption-of.ts'
import { needType, resolveType } from './need.ts'
import { reserveQuota } from './reserve-quota.ts'
import { makeVolumeKey } from './volume-keys.ts'
import { resolveSource, type WantedSource } from './volume-source.ts'

/** A request for a new volume. */
export interface VolumeOrder extends WantedSource {
  readonly name: string | null
  readonly description: string | null
  readonly size?: number | undefined
  /** Id or name. */
  readonly type?: string | undefined
  readonly zone?: string | undefined
  readonly metadata: Texts
  /** Metadata that users do not see. */
  readonly adminMetadata?: Texts
  /** The owner, if a service creates the volume for a user; by default the caller's project. */
  readonly projectId?: string | undefined
  /** The group that the volume is created in. */
  readonly groupId?: string | undefined
  /** Scheduler hints. */
  readonly hints?: Hints
}

/** Inserts the volume, in `creating`, together with the flow that creates it. */
export const createVolume =
  (app: VolumeApp) =>
  async (ctx: Context, order: VolumeOrder, enforce: Enforce): Promise<Volume> => {
    if (order.zone !== undefined && order.zone !== app.zone)
      throw errors.BadRequest({ reason: `Availability zone '${order.zone}' is invalid.` })
    const { imageId, sourceVolumeId, snapshotId, backupId, takesServerImages = false } = order
    const wanted = { imageId, sourceVolumeId, snapshotId, backupId, takesServerImages }
    const source = await resolveSource(app)(ctx, wanted, order.size)
    const type = await typeOf(app, ctx, order.type, source.typeId)
    const multiattach = allowsMultiattach(type.extraSpecs)
    if (multiattach) enforce('volume:multiattach')
    requireZoneOfType(type, app.zone)
    const encryption = await encryptionOf(app)(ctx, type, source)
    const hints = await placeHints(app, order.hints ?? {})
    const groupHost = await hostOfGroup(app, ctx, order.groupId, type)
    const projectId = order.projectId ?? ctx.projectId ?? ''
    const id = newId<VolumeId>()
    const now = timestamp(app.clock)
    await using undo = reverter()
    const lock = encryption && {
      ...encryption.how,
      keyId: await makeVolumeKey(app.keys)(ctx, id, encryption.how, encryption.likeKeyId),
    }
    if (lock) undo.add(() => app.keys.remove(ctx, lock.keyId))
    const { volume } = await beginWork(app, ctx, async (trx) => {
      await reserveQuota(app, trx, projectId, {
        volumes: 1,
        gigabytes: source.sizeGb,
        volumeSize: source.sizeGb,
        typeName: type.name,
      })
      const volume = await insertWhole(trx, {
        row: {
          id,
          project_id: projectId,
          user_id: ctx.userId ?? '',
          name: order.name,
          description: order.description,
          size: source.sizeGb,
          growing_by: 0,
          status: 'creating',
          availability_zone: app.zone,
          volume_type_id: type.id,
          host: null,
          bootable: 0,
          multiattach: multiattach ? 1 : 0,
          consumes_quota: 1,
          snapshot_id: source.content.from === 'snapshot' ? source.content.snapshotId : null,
          source_volid: sourceVolumeId ?? null,
          image_metadata: null,
          created_at: now,
          updated_at: now,
          launched_at: null,
          group_id: order.groupId ?? null,
          encryption_key_id: lock?.keyId ?? null,
        },
        ...{ typeName: type.name, metadata: order.metadata, adminMetadata: order.adminMetadata ?? {} },
      })
      await app.notices.volume(trx, ctx, 'create', 'start', volume)
      if (source.restored) await holdBackup(app, trx, ctx, source.restored.backupId, now)
      const flowId = await insertFlow(trx, createVolumeFlow, {
        subject: id,
        ctx,
        clock: app.clock,
        input: {
          ...hints,
          volumeId: id,
          sizeGb: source.sizeGb,
          zone: app.zone,
          extraSpecs: type.extraSpecs,
          content: source.content,
          ignoreHosts: [],
          mostAttempts: app.config.DEFAULT.scheduler_max_attempts,
          bootable: source.bootable,
          // A copy of an encrypted source is encrypted already.
          ...(lock === undefined || encryption?.likeKeyId !== undefined ? {} : { lock }),
          ...(source.restored === undefined ? {} : { restored: source.restored }),
          ...(source.onHost === undefined ? {} : { onHost: source.onHost }),
          ...(groupHost === undefined ? {} : { onHost: groupHost }),
          ...(source.imageMetadata === undefined ? {} : { imageMetadata: source.imageMetadata }),
        },
      })
      return { flowId, volume }
    })
    undo.keep()
    return volume
  }

/** Throws if the type is restricted to other availability zones. */
const requireZoneOfType = ({ name, extraSpecs }: VolumeType, zone: string): void => {
  const zones = extraSpecs['RESKEY:availability_zones']
  if (zones === undefined || zones.split(',').some((each) => each.trim() === zone)) return
  throw errors.InvalidInput({
    reason: `Availability zone '${zone}' is not among those of the volume type ${name}.`,
  })
}

/** The hosts of the volumes that hints name; ignores volumes without a host, and deleted ones. */
const hostsOf = async (
  { db }: VolumeApp,
  ids: readonly string[] | undefined,
): Promise<readonly string[] | undefined> => {
  if (ids === undefined) return undefined
  const volumes = await Promise.all(ids.map((id) => findVolume(db, id, undefined)))
  return volumes.flatMap((volume) => (volume?.host ? [queueOf(volume.host)] : []))
}

const placeHints = async (app: VolumeApp, { sameHost, differentHost, query }: Hints) => {
  const sameHosts = await hostsOf(app, sameHost)
  const differentHosts = await hostsOf(app, differentHost)
  return {
    ...(sameHosts === undefined ? {} : { sameHosts }),
    ...(differentHosts === undefined ? {} : { differentHosts }),
    ...(query === undefined ? {} : { query }),
  }
}

/** The host of the group. Throws if the group cannot have volumes of this type. */
const hostOfGroup = async (
  app: VolumeApp,
  ctx: Context,
  groupId: string | undefined,
  { id: typeId }: VolumeType,
): Promise<string | undefined> => {
  if (groupId === undefined) return undefined
  const projectId = scopeOf(app, ctx)
  const group = await groups.get(app.db, projectId === undefined ? 'all' : { projectId }, groupId)
  if (!group) throw errors.GroupNotFound({ id: groupId })
  if (group.status !== 'available' || group.host === null)
    throw errors.InvalidGroup({
      reason: `Group status must be available, but current status is: ${group.status}.`,
    })
  if (!group.volume_types.includes(typeId))
    throw errors.InvalidInput({ reason: `Volume type ${typeId} is not among those of group ${groupId}.` })
  return group.host
}

/** Reserves the backup that a volume is created from, so that nobody else changes it meanwhile. */
const holdBackup = async (
  { notices }: VolumeApp,
  trx: Db,
  ctx: Context,
  id: string,
  now: string,
): Promise<void> => {
  if (!(await changeBackup(trx, id, ['available'], { status: 'restoring' }, now)))
    throw errors.InvalidBackup({ reason: 'Backup status must be available' })
  await notices.backup(trx, ctx, 'restore', 'start', id)
}

/** The requested type, else that of the source, else the default type. */
const typeOf = async (
  app: VolumeApp,
  ctx: Context,
  asked: string | undefined,
  sourceTypeId: string | undefined,
): Promise<VolumeType> => {
  if (asked !== undefined) return resolveType(app, ctx, asked)
  if (sourceTypeId !== undefined) return needType(app, ctx, sourceTypeId)
  return defaultType(app)(ctx)
}
