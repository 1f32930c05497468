import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { fakeNetworkDriver } from '@nimbo/network-fake/network-fake'
import type { Drivers } from '../drivers.ts'
import { type Ground, storageDrivers } from './storage-drivers.ts'

/** The drivers of a cloud with `hosts` compute hosts whose servers are only records. */
export const fakeDrivers = async (ground: Ground, hosts: number): Promise<Drivers> => {
  const stateDirectory = await ground.state.directory('fake-hypervisor')
  return {
    ...(await storageDrivers(ground)),
    hypervisors: fakeHypervisor({ hosts, stateDirectory, clock: ground.clock }).hypervisors,
    network: fakeNetworkDriver(),
  }
}
