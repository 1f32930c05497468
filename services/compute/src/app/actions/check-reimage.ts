import type { Context } from '@nimbo/kernel/context'
import { services } from '../../db/hosts/services.ts'
import { versionWithReimage } from '../../domain/hosts/service-version.ts'
import { requireFitsVolume } from '../../domain/images/requested-image.ts'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import type { Server } from '../../domain/servers/server.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'

type Deps = Pick<ComputeApiDeps, 'clients' | 'databases' | 'clock'>

interface Wanted {
  readonly volumeId: string
  readonly image: NonNullable<RequestSpec['image']>
}

/** The image that the volume of a server's root disk gets, once it is clear that the volume and the host can have it. */
export interface Reimage {
  readonly volumeId: string
  readonly imageId: string
  readonly sizeGb: number
}

/** Throws unless a server whose root disk is a volume can be rebuilt with an image, which overwrites that volume. */
export const checkReimage =
  ({ clients, databases, clock }: Deps) =>
  async (
    ctx: Context,
    { server: { host }, cellId }: { readonly server: Server; readonly cellId: string },
    { volumeId, image }: Wanted,
  ): Promise<Reimage> => {
    const volume = await clients.volume.show(ctx, volumeId)
    if (volume === undefined) throw errors.BadRequest({ reason: `Volume ${volumeId} could not be found.` })
    if (volume.multiattach) throw errors.MultiattachRebuildUnsupported()
    requireFitsVolume(image, volume.size)
    const cell = services(await databases.cell(cellId), clock)
    const [service] = await cell.list({ host: host ?? '', binary: 'nova-compute' })
    if ((service?.version ?? 0) < versionWithReimage) throw errors.VolumeRebuildUnsupported()
    return { volumeId, imageId: image.id, sizeGb: volume.size }
  }
