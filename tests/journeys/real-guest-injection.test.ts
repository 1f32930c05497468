import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { test } from 'node:test'
import { defaultGuestOptions } from '@nimbo/hypervisor-libvirt/guest-options'
import { libvirtHypervisor } from '@nimbo/hypervisor-libvirt/libvirt-hypervisor'
import { silentLog } from '@nimbo/kernel/log'
import { eventually } from '@nimbo/testing/eventually'
import { startGuestCloud } from '@nimbo/testkit/guest-cloud'
import { guestsMissing } from '@nimbo/testkit/guests-missing'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { serverGone, serverInStatus } from '@nimbo/testkit/servers'
import { consoleOf, patience } from './telling-guests.ts'

/** The tiny image has its root file system there; a guest fills it at its first boot. */
const injection = { root: 2, password: false, key: false } as const

const userData = '#!/bin/sh\necho "injected: $(cat /srv/told) $(cat /meta.js) ;"\n'
const file = { path: '/srv/told', contents: Buffer.from('by its user').toString('base64') }
const withFiles = { 'openstack-api-version': 'compute 2.56' }

/** In the embedded shape only, because this is about what the driver does to the disk of a guest. */
test('a real guest without config drive has the files and metadata that were injected into its disk', {
  skip: await guestsMissing(),
}, async () => {
  await using guests = await startGuestCloud(async (drivers, state) => {
    const instancesDir = await state.directory('instances', 0o711)
    const driver = libvirtHypervisor({
      ...{ instancesDir, virtType: 'auto', log: silentLog },
      guests: { ...defaultGuestOptions, injection },
    })
    return { ...drivers, hypervisors: [{ host: hostname(), driver }] }
  })
  const { ada, imageRef, flavorRef } = guests
  const network = await makeNetwork(ada)
  const server = {
    ...{ name: 'told', imageRef, flavorRef, networks: [{ uuid: network.id }], personality: [file] },
    ...{ metadata: { role: 'web' }, user_data: Buffer.from(userData).toString('base64') },
  }
  const { status, body } = await ada.compute.post('/servers', { server }, withFiles)
  assert.equal(status, 202, JSON.stringify(body))
  const id: string = body.server.id
  await serverInStatus(ada, id, 'ACTIVE', patience)
  await eventually(
    async () => assert.match(await consoleOf(ada, id), /injected: by its user \{"role":"web"\} ;/),
    patience,
  )
  assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
  await serverGone(ada, id, patience)
})
