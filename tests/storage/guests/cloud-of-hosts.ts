import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Drivers } from '@nimbo/cloud/drivers'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { libvirtHypervisor } from '@nimbo/hypervisor-libvirt/libvirt-hypervisor'
import type { HostApart } from '@nimbo/hypervisor-libvirt/live/hosts-apart.testing'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import type { GuestCloud } from '@nimbo/testkit/guest-cloud'

/** Starts a cloud whose guests run on these hosts; its user is the administrator, who may choose the host of a server. */
export const cloudOfHosts = async (
  home: string,
  hosts: readonly HostApart[],
  volumes: Drivers['volumes'],
): Promise<GuestCloud> => {
  const hypervisorOf = ({ name, socketPath, address }: HostApart) => ({
    host: name,
    driver: libvirtHypervisor({
      ...{ socketPath, instancesDir: join(home, `instances-${name}`), virtType: 'qemu' },
      ...{ node: name, live: { inboundAddress: address } },
    }),
  })
  const cloud = await startTestCloud({
    stateDir: join(home, 'state'),
    drivers: async (state) => ({
      ...(await fakeDrivers({ state, clock: systemClock, log: silentLog }, 1)),
      hypervisors: hosts.map(hypervisorOf),
      volumes,
    }),
  })
  const ada = cloud.admin
  const data = await readFile((await tinyImage()).path)
  return {
    ...{ cloud, directory: home, ada, data },
    imageRef: await makeImage(ada, { diskFormat: 'qcow2', data }),
    flavorRef: await makeFlavor(ada, { name: 'm1.nano', ram: 128, disk: 1 }),
    [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose](),
  }
}
