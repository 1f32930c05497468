import { join } from 'node:path'
import type { Drivers } from '@nimbo/cloud/drivers'
import type { StateDirectory } from '@nimbo/cloud/state-directory'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { faultFiles } from '@nimbo/hypervisor-fake/fault-files'
import { silentLog } from '@nimbo/kernel/log'
import type { CloudUnderTest, CloudRequirements } from './cloud-under-test.ts'
import { fakeDomains } from './fake-domains.ts'
import { type ShiftedClock, shiftedClock } from '@nimbo/testing/shifted-clock'
import { startTestCloud } from './start-test-cloud.ts'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

interface HostPlaces {
  readonly hosts: number
  /** The directory of the fake hypervisor's domains. */
  readonly domainsDirectory: string
  readonly faultsDirectory: string
  readonly clock: ShiftedClock
}

const driversOn =
  ({ hosts, domainsDirectory, faultsDirectory, clock }: HostPlaces) =>
  async (state: StateDirectory): Promise<Drivers> => ({
    ...(await fakeDrivers({ state, clock, log: silentLog }, hosts)),
    hypervisors: fakeHypervisor({ hosts, stateDirectory: domainsDirectory, faultsDirectory, clock })
      .hypervisors,
  })

/** Starts all services in the test process, as `nimbo up` does. */
export const startEmbeddedCloudUnderTest = async ({
  hosts = 1,
  environment = {},
}: CloudRequirements): Promise<CloudUnderTest> => {
  const directory = await temporaryDirectory()
  const stateDir = join(directory.path, 'state')
  const domainsDirectory = join(stateDir, 'fake-hypervisor')
  const faultsDirectory = join(directory.path, 'faults')
  const clock = shiftedClock()
  const drivers = driversOn({ hosts, domainsDirectory, faultsDirectory, clock })
  const start = () => startTestCloud({ stateDir, clock, drivers, environment })
  let cloud = await start()
  return {
    shape: 'embedded',
    get access() {
      return cloud.access
    },
    get admin() {
      return cloud.admin
    },
    directory: stateDir,
    hosts: {
      names: cloud.drivers.hypervisors.map(({ host }) => host),
      faults: faultFiles(faultsDirectory),
      domains: () => fakeDomains(domainsDirectory),
    },
    get spans() {
      return cloud.cloud.traces
    },
    bus: async () => cloud.cloud.bus,
    person: (name, role) => cloud.person(name, role),
    inTheEnd: async (check) => {
      await cloud.settled()
      return check()
    },
    restart: async () => {
      await cloud.stop()
      cloud = await start()
    },
    advance: async (ms) => clock.advance(ms),
    [Symbol.asyncDispose]: async () => {
      await cloud[Symbol.asyncDispose]()
      await directory[Symbol.asyncDispose]()
    },
  }
}
