import type { NodeInventory } from '@nimbo/compute/driver/node-inventory'
import { procedures } from '@nimbo/libvirt/procedures'
import { qemuHostInventory } from '@nimbo/local-guests/host-inventory'
import { readCapabilities } from '../host-capabilities.ts'
import type { ContainerDeps } from './container-deps.ts'

/** Traits of virtual machines that containers lack: their disks, interfaces and screens are none of QEMU's. */
const isOfMachines = (trait: string): boolean =>
  ['COMPUTE_VOLUME_ATTACH', 'COMPUTE_RESCUE_BFV'].includes(trait) ||
  ['COMPUTE_STORAGE_BUS_', 'COMPUTE_NET_VIF_MODEL_', 'COMPUTE_GRAPHICS_MODEL_'].some((group) =>
    trait.startsWith(group),
  )

/** The inventory of a host whose servers are containers. */
export const containerInventory =
  ({ session, instancesDir }: ContainerDeps, node: string | undefined) =>
  async (): Promise<readonly NodeInventory[]> => {
    const host = await session.call(procedures.nodeGetInfo, undefined)
    const { hostname } = await session.call(procedures.connectGetHostname, undefined)
    const { version } = await session.call(procedures.connectGetVersion, undefined)
    const { xml } = await session.call(procedures.connectGetCapabilities, undefined)
    const capabilities = readCapabilities(xml)
    const { traits, ...ofHost } = await qemuHostInventory(instancesDir, capabilities.cpuFeatures)
    return [
      {
        node: node ?? hostname,
        vcpus: host.cpus,
        ...ofHost,
        hypervisorType: 'LXC',
        hypervisorVersion: Number(version),
        cpuInfo: capabilities.cpuInfo,
        traits: traits.filter((trait) => !isOfMachines(trait)),
        supportedInstances: capabilities.guests.filter(([, type]) => type === 'lxc'),
      },
    ]
  }
