import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { newId } from '@nimbo/kernel/ids'
import type { Db } from '../db/db.ts'
import { findUsualType, insertType, type VolumeType } from '../db/volume-types.ts'
import { errors } from '../errors.ts'
import type { VolumeApp } from './app.ts'

/** Creates the default type of the cloud with this name unless it exists. */
export const ensureDefaultType = async (db: Db, clock: Clock, name: string): Promise<void> => {
  const now = timestamp(clock)
  await insertType(db, {
    id: newId(),
    name,
    description: 'Default Volume Type',
    is_public: 1,
    created_at: now,
    updated_at: now,
  })
}

/** The type of volumes whose request names none: the default of the project, else that of the cloud. */
export const defaultType =
  (app: VolumeApp) =>
  async ({ projectId = '' }: Context): Promise<VolumeType> => {
    const { default_volume_type: name } = app.config.DEFAULT
    const type = await findUsualType(app.db, { projectId, name })
    if (!type) throw errors.VolumeTypeNotFoundByName({ name })
    return type
  }
