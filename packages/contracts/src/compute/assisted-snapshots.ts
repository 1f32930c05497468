import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { ownProject as on } from '@nimbo/operation/target'
import { Type } from 'typebox'

export const createAssistedSnapshot = operation({
  id: 'assisted-volume-snapshots.create',
  method: 'POST',
  path: '/os-assisted-volume-snapshots',
  summary: 'Have a server copy a volume that it uses, for a snapshot',
  rule: 'os_compute_api:os-assisted-volume-snapshots:create',
  on,
  body: Type.Object(
    {
      snapshot: Type.Object(
        {
          volume_id: Type.String({ minLength: 1 }),
          create_info: Type.Object(
            {
              snapshot_id: Type.String({ minLength: 1 }),
              /** `raw` is for this cloud's own Cinder; Nova's `qcow2` would leave the server with a chain of files. */
              type: Type.Union([Type.Literal('qcow2'), Type.Literal('raw')]),
              new_file: Type.String({ minLength: 1 }),
              id: Type.Optional(Type.String({ minLength: 1 })),
            },
            exact,
          ),
        },
        exact,
      ),
    },
    exact,
  ),
  replies: { 200: view({ snapshot: view({ id: Type.String(), volumeId: Type.String() }) }) },
  errors: ['BadRequest', 'VolumeNotFound', 'VolumeNotAttached', 'WrongState', 'ServerLocked', 'CellDown'],
})

export const deleteAssistedSnapshot = operation({
  id: 'assisted-volume-snapshots.delete',
  method: 'DELETE',
  path: '/os-assisted-volume-snapshots/{snapshot_id}',
  summary: 'Refused: no server of this cloud keeps snapshots of volumes',
  rule: 'os_compute_api:os-assisted-volume-snapshots:delete',
  on,
  query: Type.Object({ delete_info: Type.Optional(Type.String()) }),
  replies: { 204: empty },
  errors: ['BadRequest', 'NotFound'],
})
