import type { NodeInventory } from '@nimbo/compute/driver/hypervisor'
import { procedures } from '@nimbo/libvirt/procedures'
import { qemuHostInventory } from '@nimbo/local-guests/host-inventory'
import type { DriverDeps } from './driver-deps.ts'
import { readCapabilities } from './host-capabilities.ts'

/** The one node of this driver. Memory is the kernel's figure, since libvirtd remembers that of its own start and hosts may grow. */
export const hostInventory =
  ({ session, virtType, instancesDir }: DriverDeps, node: string | undefined) =>
  async (): Promise<readonly NodeInventory[]> => {
    const host = await session.call(procedures.nodeGetInfo, undefined)
    const { hostname } = await session.call(procedures.connectGetHostname, undefined)
    const { version } = await session.call(procedures.connectGetVersion, undefined)
    const { xml } = await session.call(procedures.connectGetCapabilities, undefined)
    const capabilities = readCapabilities(xml)
    const kvm = (await virtType()) === 'kvm'
    return [
      {
        node: node ?? hostname,
        vcpus: host.cpus,
        ...(await qemuHostInventory(instancesDir, kvm ? capabilities.cpuFeatures : [])),
        hypervisorVersion: Number(version),
        cpuInfo: capabilities.cpuInfo,
        supportedInstances: capabilities.guests.filter(([, type]) => kvm || type !== 'kvm'),
      },
    ]
  }
