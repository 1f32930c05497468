import type { CataloguedImage } from '@nimbo/clients/image-catalogue'
import type { OldImageView } from '@nimbo/contracts/compute/old-images'
import { imageProperties } from '../../domain/images/image-properties.ts'
import { linksTo } from '../../domain/servers/server-view.ts'
import { wireTime } from '../../domain/wire-time.ts'

const statuses: Readonly<Record<string, OldImageView['status']>> = {
  active: 'ACTIVE',
  queued: 'SAVING',
  saving: 'SAVING',
  deleted: 'DELETED',
  pending_delete: 'DELETED',
  killed: 'ERROR',
}
const progresses: Readonly<Record<string, number>> = { queued: 25, saving: 50, active: 100 }

export const briefView = (base: string, { id, name }: CataloguedImage) => ({
  id,
  name,
  links: linksTo(base, `/images/${id}`),
})

const serverOf = (base: string, id: unknown): Pick<OldImageView, 'server'> =>
  typeof id === 'string' ? { server: { id, links: linksTo(base, `/servers/${id}`) } } : {}

const diskConfigOf = (auto: unknown): Pick<OldImageView, 'OS-DCF:diskConfig'> =>
  auto === undefined
    ? {}
    : { 'OS-DCF:diskConfig': /^(true|1|on|yes|y|t)$/i.test(String(auto)) ? 'AUTO' : 'MANUAL' }

/** An image in the format of the deprecated image proxy. */
export const oldImageView = (base: string, image: CataloguedImage): OldImageView => {
  const { instance_uuid, auto_disk_config } = image
  return {
    ...briefView(base, image),
    minRam: image.min_ram,
    minDisk: image.min_disk,
    metadata: imageProperties(image),
    created: wireTime(image.created_at),
    updated: wireTime(image.updated_at),
    status: statuses[image.status] ?? 'UNKNOWN',
    progress: progresses[image.status] ?? 0,
    'OS-EXT-IMG-SIZE:size': image.size,
    ...serverOf(base, instance_uuid),
    ...diskConfigOf(auto_disk_config),
  }
}
