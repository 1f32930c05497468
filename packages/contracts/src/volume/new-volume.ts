import { nullable } from '@nimbo/operation/content'
import { since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { FlagLike, Metadata, OptionalText, OptionalUuid, strictSince353, Uuid } from './words.ts'

/** Scheduler hints: where a new volume should be placed. */
export const Hints = Type.Record(Type.String(), Type.Unknown())

const attributes = {
  name: OptionalText,
  description: OptionalText,
  display_name: OptionalText,
  display_description: OptionalText,
  size: Type.Optional(
    Type.Union([
      Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
      Type.String({ pattern: '^[0-9]+$', maxLength: 10 }),
      Type.Null(),
    ]),
  ),
  volume_type: OptionalText,
  availability_zone: OptionalText,
  imageRef: OptionalText,
  image_id: OptionalText,
  snapshot_id: OptionalUuid,
  source_volid: OptionalUuid,
  metadata: Type.Optional(nullable(Metadata)),
  multiattach: Type.Optional(nullable(FlagLike)),
  project_id: OptionalText,
  group_id: Type.Optional(since('3.13', nullable(Type.String({ maxLength: 255 })))),
  /** The older name of `group_id`, for groups of any type. */
  consistencygroup_id: OptionalUuid,
  backup_id: Type.Optional(since('3.47', nullable(Uuid))),
  scheduler_hints: Type.Optional(nullable(Hints)),
}
/** The attributes of a requested volume. */
export const NewVolume = strictSince353(attributes)
export type NewVolume = Static<typeof NewVolume>
