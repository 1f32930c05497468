import { after, before, describe } from 'node:test'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { faultFiles, type FaultFiles } from '@nimbo/hypervisor-fake/fault-files'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { notificationSettings } from '@nimbo/testkit/received-notifications'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Browser } from 'playwright-core'
import { browserMissing, openBrowser } from './browser.ts'

/** A cloud with two flavors, an image and a network to the outside, and a browser in front of it. */
export interface FurnishedCloud extends AsyncDisposable {
  readonly cloud: TestCloud
  readonly browser: Browser
  /** Makes its hypervisors fail or wait. */
  readonly faults: FaultFiles
}

const startFurnishedCloud = async (): Promise<FurnishedCloud> => {
  await using stack = new AsyncDisposableStack()
  const faults = stack.use(await temporaryDirectory())
  const cloud = stack.use(
    await startTestCloud({
      environment: notificationSettings(),
      drivers: async (state) => ({
        ...(await fakeDrivers({ state, clock: systemClock, log: silentLog }, 2)),
        hypervisors: fakeHypervisor({
          hosts: 2,
          stateDirectory: await state.directory('domains'),
          faultsDirectory: faults.path,
          clock: systemClock,
        }).hypervisors,
      }),
    }),
  )
  const browser = await openBrowser()
  stack.defer(() => browser.close())
  await makeFlavor(cloud.admin, { name: 'small' })
  // Within all quotas, but more disk than any host has.
  await makeFlavor(cloud.admin, { name: 'huge', disk: 1_000_000 })
  await makeImage(cloud.admin, { name: 'tiny' })
  const { network } = cloud.admin
  const outside = await network.post('/v2.0/networks', {
    network: { name: 'outside', 'router:external': true },
  })
  const subnet = {
    network_id: outside.body.network.id,
    ip_version: 4,
    cidr: '203.0.113.0/24',
    enable_dhcp: false,
  }
  await network.post('/v2.0/subnets', { subnet })
  const parts = stack.move()
  return {
    ...{ cloud, browser, faults: faultFiles(faults.path) },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** Runs tests in such a cloud. */
export const inFurnishedCloud = (tell: (there: () => FurnishedCloud) => void): void => {
  describe('the panels of the dashboard', { skip: browserMissing }, () => {
    let furnished: FurnishedCloud
    before(async () => {
      furnished = await startFurnishedCloud()
    })
    after(() => furnished?.[Symbol.asyncDispose]())
    tell(() => furnished)
  })
}
