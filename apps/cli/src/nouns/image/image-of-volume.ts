import { uploadVolume } from '@nimbo/contracts/volume/volume-actions'
import { findId } from '../../cloud/find.ts'
import { given, isRow, textAt } from '../../cloud/json-values.ts'
import { inVolume, perform, thingIn } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { everyField, type Result } from '../../output/result.ts'
import { volumeKind } from '../volume/volume-kinds.ts'

interface Wanted {
  readonly volume: string
  readonly force: boolean
  readonly name: string
  readonly containerFormat: string
  readonly diskFormat: string
  /** These two need version 3.1 of the volume API. */
  readonly visibility: string | undefined
  readonly protection: boolean | undefined
}

/** Has the block storage service make an image of a volume. */
export const imageOfVolume = async (session: Session, wanted: Wanted): Promise<Result> => {
  const path = { volume_id: await findId(session, volumeKind, wanted.volume) }
  const body = {
    'os-volume_upload_image': given({
      image_name: wanted.name,
      force: wanted.force,
      container_format: wanted.containerFormat,
      disk_format: wanted.diskFormat,
      visibility: wanted.visibility,
      protected: wanted.protection,
    }),
  }
  const made = thingIn(await perform(session, inVolume(uploadVolume), { path, body }))
  const type = made.volume_type
  return everyField({ ...made, volume_type: isRow(type) ? textAt(type, 'name') : (type ?? null) })
}
