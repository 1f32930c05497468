import assert from 'node:assert/strict'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import type { Client } from './client.ts'
import { makeImage } from './make-image.ts'
import { bootServer, serverGone, serverInStatus, showServer } from './servers.ts'
import { startTestCloud, type TestCloud, type TestCloudOptions } from './start-test-cloud.ts'
import { withHypervisor } from './with-hypervisor.ts'

type Devices = NonNullable<NonNullable<Parameters<typeof fakeHypervisor>[0]>['pciDevices']>
type Order = Readonly<Record<string, unknown>>

export interface CloudWithDevicesOptions extends Pick<TestCloudOptions, 'environment'> {
  readonly hosts: number
  /** The PCI devices of each host. */
  readonly pciDevices: Devices
  /** The network driver instead of the fake agent. */
  readonly network?: Awaited<ReturnType<ReturnType<typeof withHypervisor>>>['network']
}

/** A cloud whose hosts have PCI devices, and a user who boots servers with them. */
export interface CloudWithDevices extends AsyncDisposable {
  readonly cloud: TestCloud
  readonly ada: Client
  readonly imageRef: string
  /** Boots a server of her image, and waits for this status (default ACTIVE). */
  boot(server: Order, status?: string): Promise<string>
  remove(...ids: readonly string[]): Promise<void>
  /** The host that a server is on, as its admin sees it. */
  hostOf(id: string): Promise<string>
  /** The last line on the console of a server that matches; there a fake guest reports what its host has given it. */
  lastLine(id: string, about: RegExp): Promise<string>
}

export const startCloudWithDevices = async ({
  hosts,
  pciDevices,
  network,
  environment,
}: CloudWithDevicesOptions): Promise<CloudWithDevices> => {
  const drivers = withHypervisor(fakeHypervisor({ hosts, pciDevices }))
  const cloud = await startTestCloud({
    ...(environment && { environment }),
    drivers: async (state) => ({ ...(await drivers(state)), ...(network && { network }) }),
  })
  const ada = await cloud.person('ada')
  const imageRef = await makeImage(ada)
  return {
    ...{ cloud, ada, imageRef },
    boot: async (server, status = 'ACTIVE') => {
      const id = await bootServer(ada, { imageRef, ...server })
      await serverInStatus(ada, id, status)
      return id
    },
    remove: async (...ids) => {
      for (const id of ids) {
        await ada.compute.delete(`/servers/${id}`)
        await serverGone(ada, id)
      }
    },
    hostOf: async (id) => (await showServer(cloud.admin, id))['OS-EXT-SRV-ATTR:host'] ?? '',
    lastLine: async (id, about) => {
      const shown = await ada.compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })
      assert.equal(shown.status, 200, JSON.stringify(shown.body))
      const lines = String(shown.body.output).split('\n')
      return lines.findLast((line) => about.test(line)) ?? ''
    },
    [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose](),
  }
}
