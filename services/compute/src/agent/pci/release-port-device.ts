import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import type { GivenDevice, HostDevices } from './host-devices.ts'
import { coverDevices } from './placed-devices.ts'
import type { TellsDevices } from './tell-devices.ts'

export type ReleasePortDeviceDeps = Parameters<typeof coverDevices>[0] & {
  readonly devices: Pick<HostDevices, 'heldBy' | 'known' | 'release'>
  readonly tellDevices: TellsDevices
}

/** The PCI device that backs a port of a server; undefined for a port without one. */
export const deviceOfPort = (
  devices: Pick<HostDevices, 'heldBy'>,
  serverId: string,
  portId: string,
): GivenDevice | undefined => devices.heldBy(serverId).find(({ requestId }) => requestId === portId)

/**
 * Releases the PCI device of a port after it was unplugged from the guest. Does nothing for a port without one.
 * Idempotent.
 */
export const releasePortDevice = async (
  deps: ReleasePortDeviceDeps,
  ctx: Context,
  server: Pick<HostedServer, 'id' | 'projectId' | 'userId'>,
  portId: string,
): Promise<void> => {
  const given = deviceOfPort(deps.devices, server.id, portId)
  if (given === undefined) return
  deps.devices.release(server.id, portId)
  await coverDevices(deps, ctx, server, given)
  await deps.tellDevices(ctx)
}
