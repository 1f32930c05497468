import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { fakeNetworkAgent } from '@nimbo/network-fake/fake-network-agent'
import type { Drivers } from '../cloud.ts'
import { type Ground, storageDrivers } from './storage-drivers.ts'

/** Drivers of a cloud whose servers are only records; `hosts` compute hosts. */
export const fakeDrivers = async (ground: Ground, hosts: number): Promise<Drivers> => ({
  ...(await storageDrivers(ground)),
  hypervisors: await fakeHypervisor({
    hosts,
    directory: await ground.state.directory('fake-hypervisor'),
    clock: ground.clock,
  }),
  network: fakeNetworkAgent(),
})
