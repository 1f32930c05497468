import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import type { Hypervisor, Vif } from '../../driver/hypervisor.ts'
import { unplug } from '../networks/unplug-strays.ts'
import type { PluggedDevices } from '../plugged-devices.ts'
import type { GivenDevice } from './host-devices.ts'
import { deviceOfPort, type ReleasePortDeviceDeps, releasePortDevice } from './release-port-device.ts'

type Deps = ReleasePortDeviceDeps & {
  readonly hypervisor: Hypervisor
  readonly plugged: PluggedDevices
}

type Owner = Pick<HostedServer, 'id' | 'projectId' | 'userId' | 'interfaces'>

/** The interface of a deleted port, from what the host still knows: drivers find it by its MAC address or PCI address. */
const vifOfLost = (
  { interfaces }: Owner,
  portId: string,
  { device: { address, type, interfaces: [deviceName = ''] = [] } }: GivenDevice,
): Vif => ({
  ...{ portId, deviceName, mtu: 0, pciSlot: address },
  macAddress: interfaces.find((one) => one.portId === portId)?.macAddress ?? '',
  type: type === 'type-PF' ? 'hostdev_physical' : 'hw_veb',
})

/** Takes the PCI device that backed a deleted port away from the guest, and releases it. Does nothing for other ports. */
export const losePortDevice =
  (deps: Deps) =>
  async (ctx: Context, server: Owner, portId: string): Promise<void> => {
    const given = deviceOfPort(deps.devices, server.id, portId)
    if (given === undefined) return
    const vif = vifOfLost(server, portId, given)
    await unplug(deps, server.id, { kind: 'interface', id: portId, vif })
    await releasePortDevice(deps, ctx, server, portId)
  }
