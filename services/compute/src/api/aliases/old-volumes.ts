import type { CataloguedVolume } from '@nimbo/clients/volume-catalogue'
import * as operations from '@nimbo/contracts/compute/old-volumes'
import { answer } from '@nimbo/http/answer'
import { inOldWords } from '../../app/proxies/in-old-words.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { pageAsked } from './page-asked.ts'

type Attached = CataloguedVolume['attachments'][number]

const attachmentView = ({ volume_id, server_id, device }: Attached) => ({
  id: volume_id,
  volumeId: volume_id,
  serverId: server_id,
  ...(device === null ? {} : { device }),
})

const view = (volume: CataloguedVolume): operations.OldVolumeView => {
  const [first] = volume.attachments
  return {
    id: volume.id,
    status: volume.status,
    size: volume.size,
    availabilityZone: volume.availability_zone,
    createdAt: volume.created_at,
    // This API predates multiattach and shows one attachment.
    attachments: [first === undefined ? {} : attachmentView(first)],
    displayName: volume.name,
    displayDescription: volume.description,
    volumeType: volume.volume_type,
    snapshotId: volume.snapshot_id,
    metadata: volume.metadata,
  }
}

const missing = (id: string): string => errors.VolumeNotFound({ id }).message

const listing = (operation: typeof operations.listOldVolumes | typeof operations.listOldVolumesInFull) =>
  handle(operation, async ({ app, ctx, query }) => ({
    volumes: (await app.deps.clients.proxied.volumes.volumes(ctx, pageAsked(app, query))).map(view),
  }))

const create = handle(operations.createOldVolume, async ({ app, ctx, body, base }) => {
  const { display_name: name = null, display_description: description = null, ...same } = body.volume
  const { volumes } = app.deps.clients.proxied
  const made = await inOldWords(volumes.createVolume(ctx, { ...same, name, description }))
  return answer({ volume: view(made) }, { headers: { location: `${base}/os-volumes/${made.id}` } })
})

const show = handle(operations.showOldVolume, async ({ app, ctx, params: { volume_id: id } }) => ({
  volume: view(await inOldWords(app.deps.clients.proxied.volumes.volume(ctx, id), missing(id))),
}))

const remove = handle(operations.deleteOldVolume, async ({ app, ctx, params: { volume_id: id } }) => {
  await inOldWords(app.deps.clients.proxied.volumes.removeVolume(ctx, id), missing(id))
})

export const oldVolumeRoutes = [
  listing(operations.listOldVolumes),
  listing(operations.listOldVolumesInFull),
  create,
  show,
  remove,
]
