import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { fakeNetworkDriver } from '@nimbo/network-fake/network-fake'
import type { Drivers } from '../drivers.ts'
import { type DriverDeps, storageDrivers } from './storage-drivers.ts'

/** The drivers of a cloud with `hosts` compute hosts whose servers are only records. */
export const fakeDrivers = async (deps: DriverDeps, hosts: number): Promise<Drivers> => {
  const stateDirectory = await deps.state.directory('fake-hypervisor')
  return {
    ...(await storageDrivers(deps)),
    hypervisors: fakeHypervisor({ hosts, stateDirectory, clock: deps.clock }).hypervisors,
    network: fakeNetworkDriver(),
  }
}
