import { type Static, Type } from 'typebox'
import type { VolumeOrder } from '../app/create-volume.ts'
import { errors } from '../errors.ts'

const optional = <Schema extends ReturnType<typeof Type.String>>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

const name = optional(Type.String({ maxLength: 255 }))
export const metadataSchema = Type.Record(
  Type.String({ minLength: 1, maxLength: 255 }),
  Type.String({ maxLength: 255 }),
)

/** Clients send more than is meant, since older versions ignored it: so does this one. */
export const createBody = Type.Object({
  volume: Type.Object({
    name,
    description: name,
    display_name: name,
    display_description: name,
    size: Type.Optional(
      Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]+$', maxLength: 10 }), Type.Null()]),
    ),
    volume_type: name,
    availability_zone: name,
    imageRef: name,
    image_id: name,
    snapshot_id: name,
    source_volid: name,
    metadata: Type.Optional(Type.Union([metadataSchema, Type.Null()])),
    multiattach: Type.Optional(Type.Unknown()),
    project_id: name,
  }),
})

export const updateBody = Type.Object({
  volume: Type.Object(
    {
      name,
      description: name,
      display_name: name,
      display_description: name,
      metadata: Type.Optional(Type.Union([metadataSchema, Type.Null()])),
    },
    { minProperties: 1 },
  ),
})

const given = (text: string | null | undefined): string | undefined => (text ? text : undefined)

/** The body as an order; `forOthers` says whether the caller may order in the name of another project. */
export const orderOf = ({ volume }: Static<typeof createBody>, forOthers: boolean): VolumeOrder => {
  // The flag was replaced by types in 3.50, and has been refused ever since.
  if (volume.multiattach === true || volume.multiattach === 'true')
    throw errors.InvalidInput({ reason: 'multiattach parameter has been removed. Use a volume type.' })
  const size = volume.size
  return {
    name: volume.name ?? volume.display_name ?? null,
    description: volume.description ?? volume.display_description ?? null,
    size: size === undefined || size === null ? undefined : Number(size),
    type: given(volume.volume_type),
    zone: given(volume.availability_zone),
    imageId: given(volume.imageRef) ?? given(volume.image_id),
    snapshotId: given(volume.snapshot_id),
    sourceVolumeId: given(volume.source_volid),
    metadata: volume.metadata ?? {},
    projectId: forOthers ? given(volume.project_id) : undefined,
  }
}
