import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { ServerPort } from '../../domain/networks/server-port.ts'
import type { DiskConnection } from '../../driver/hypervisor.ts'
import { serverPorts } from '../../resources/server-ports.ts'
import { interfaceOf } from '../networks/server-port.ts'
import { claimPortDevice } from '../pci/claim-port-device.ts'
import { attachVolumes } from '../volumes/attach-volumes.ts'
import type { MoveDeps } from './move-deps.ts'

/** What a server has in other services, after connecting it to this host. */
export interface SettledParts {
  readonly ports: readonly ServerPort[]
  readonly volumes: readonly DiskConnection[]
  /** What the conductor records in the database. */
  readonly told: Pick<Moved, 'interfaces' | 'disks'>
}

/** Binds the ports of a server to this host. */
const bindHere = async (
  { network, host, devices, tracker }: MoveDeps,
  ctx: Context,
  server: HostedServer,
): Promise<readonly ServerPort[]> => {
  for (const { port } of await serverPorts(network, ctx, server)) {
    const profile = await claimPortDevice({ network, devices, tracker }, ctx, server, port)
    if (profile !== undefined || port['binding:host_id'] !== host)
      await network.updatePort(ctx, port.id, {
        'binding:host_id': host,
        ...(profile === undefined ? {} : { 'binding:profile': profile }),
        device_owner: `compute:${server.availabilityZone ?? 'nova'}`,
      })
  }
  return serverPorts(network, ctx, server)
}

/** Connects the ports and volumes of a server to this host; those already connected stay. */
export const settleParts =
  (deps: MoveDeps) =>
  async (ctx: Context, server: HostedServer): Promise<SettledParts> => {
    const ports = await bindHere(deps, ctx, server)
    const disks: NonNullable<Moved['disks']>[number][] = []
    const volumes = await attachVolumes(deps)(
      ctx,
      server,
      async ({ disk }) => void disks.push(disk),
      new AbortController().signal,
    )
    return { ports, volumes, told: { interfaces: ports.map(interfaceOf), disks } }
  }

/** Marks the volumes as attached. */
export const completeVolumes = async (
  { volume }: Pick<MoveDeps, 'volume'>,
  ctx: Context,
  volumes: readonly DiskConnection[],
): Promise<void> => {
  for (const { attachmentId } of volumes)
    try {
      await volume.completeAttachment(ctx, attachmentId)
    } catch (error) {
      // An earlier attempt may have completed the attachment.
      if (!isRemote(error, 400, 409)) throw error
    }
}
