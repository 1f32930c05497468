import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import type { FakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import type { TestCloudOptions } from './start-test-cloud.ts'

/** Drivers for a test cloud whose hypervisor the test controls, to make it fail or its guests act. */
export const withHypervisor =
  ({ hypervisors }: FakeHypervisor): NonNullable<TestCloudOptions['drivers']> =>
  async (state) => ({
    ...(await fakeDrivers({ state, clock: systemClock, log: silentLog }, hypervisors.length)),
    hypervisors,
  })
