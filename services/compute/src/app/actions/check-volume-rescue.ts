import type { Context } from '@nimbo/kernel/context'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import { rescuesVolumes } from '../../domain/images/rescue-device.ts'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import type { Server } from '../../domain/servers/server.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'

interface Wanted {
  readonly image: NonNullable<RequestSpec['image']> | undefined
  /** Whether the request's version allows it at all. */
  readonly allowed: boolean
}

/**
 * Throws unless a server whose root disk is a volume can be rescued: with an image that says how it is attached beside that disk, on
 * a host that can do it.
 */
export const checkVolumeRescue =
  ({ clients: { service }, databases, clock }: Pick<ComputeApiDeps, 'clients' | 'databases' | 'clock'>) =>
  async (
    ctx: Context,
    { server, cellId }: { readonly server: Server; readonly cellId: string },
    { image, allowed }: Wanted,
  ): Promise<void> => {
    const { id } = server
    if (!allowed || image === undefined || !rescuesVolumes(image))
      throw errors.InstanceNotRescuable({ id, reason: 'Cannot rescue a volume-backed instance' })
    const provider = await computeNodes(await databases.cell(cellId), clock).idOf(server)
    const traits = provider === undefined ? [] : await service.placement.traitsOf(ctx, provider)
    if (!traits.includes('COMPUTE_RESCUE_BFV'))
      throw errors.InstanceNotRescuable({ id, reason: 'Host unable to rescue a volume-backed instance' })
  }
