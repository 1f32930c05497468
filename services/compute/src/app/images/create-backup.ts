import { createBackup as action } from '@nimbo/contracts/compute/actions/create-backup'
import type { Context } from '@nimbo/kernel/context'
import { blockDevices } from '../../db/servers/block-devices.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { bootsFromVolume } from '../../domain/scheduling/requested-resources.ts'
import { errors } from '../../errors.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import { beginSnapshot, requireImageMetadata } from './create-image.ts'
import type { ImagingDeps } from './imaging-deps.ts'

interface BackupRequest {
  readonly name: string
  readonly metadata?: Readonly<Record<string, string>>
  /** Chosen by the user: `daily`, `weekly`, … */
  readonly backupType: string
  readonly rotation: number
}

/** Creates a backup of a server's root disk and rotates older ones of the same type. Resolves to the image's id. */
export const createBackup = (deps: ImagingDeps) => {
  const { databases, clock, enforcer } = deps
  const begin = beginSnapshot(deps)
  return async (
    ctx: Context,
    located: LocatedServer,
    { name, metadata = {}, backupType, rotation }: BackupRequest,
  ): Promise<string> => {
    const { server, cellId } = located
    await requireImageMetadata(deps)(ctx, metadata)
    requireAllowed(action, server, enforcer.isAdmin(ctx))
    if (cellId === null) throw errors.ServerNotReady({ id: server.id })
    if (bootsFromVolume(await blockDevices(await databases.cell(cellId), clock).ofServer(server.id)))
      throw errors.BadRequest({ reason: 'Backup is not supported for volume-backed instances.' })
    return begin(ctx, located, {
      action,
      asked: { name, metadata, type: { image_type: 'backup', backup_type: backupType } },
      order: (imageId) => ({ kind: 'create-backup', imageId, backupType, rotation }),
    })
  }
}
