import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { fakeNetworkDriver } from '@nimbo/network-fake/network-fake'
import type { Drivers } from '../drivers.ts'
import { type Ground, storageDrivers } from './storage-drivers.ts'

/** Drivers of a cloud whose servers are only records; `hosts` compute hosts. */
export const fakeDrivers = async (ground: Ground, hosts: number): Promise<Drivers> => {
  const stateDirectory = await ground.state.directory('fake-hypervisor')
  return {
    ...(await storageDrivers(ground)),
    hypervisors: fakeHypervisor({ hosts, stateDirectory, clock: ground.clock }).hypervisors,
    network: fakeNetworkDriver(),
  }
}
