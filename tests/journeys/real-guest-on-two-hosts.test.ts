import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fakeDrivers } from '@nimbo/cloud/up/fake-drivers'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { libvirtHypervisor } from '@nimbo/hypervisor-libvirt/libvirt-hypervisor'
import { type HostApart, twoHostsApart } from '@nimbo/hypervisor-libvirt/live/hosts-apart.testing'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import type { Client } from '@nimbo/testkit/client'
import { guestsMissing } from '@nimbo/testkit/guests-missing'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeVolume, showVolume } from '@nimbo/testkit/make-volume'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** Long, for guests that QEMU emulates (TCG) on a busy machine. */
const patience = { withinMs: 240_000, everyMs: 500 }

/** Counts in memory only, from the first boot of a disk, and writes the number to a volume if one is attached. */
const userData = `#!/bin/sh
(
  count=0
  while :; do
    count=$((count + 1))
    echo "count-$count $(cat /proc/sys/kernel/random/boot_id) on $(nproc)" > /dev/console
    if [ -e /sys/block/vdb ]; then
      echo "marked $count." | dd of=/dev/vdb bs=512 count=1 conv=sync,notrunc,fsync 2>/dev/null
    fi
    sleep 1
  done
) &
`

const reasonToSkip = async (): Promise<string | false> => {
  if (!existsSync('/usr/sbin/libvirtd')) return 'libvirtd is not installed'
  return guestsMissing()
}

interface Counted {
  readonly count: number
  readonly boot: string
}

const countedBy = async ({ compute }: Client, id: string): Promise<readonly Counted[]> => {
  const { status, body } = await compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })
  assert.equal(status, 200, JSON.stringify(body))
  return [...String(body.output).matchAll(/count-(\d+) (\S+) on/g)].map(([, count, boot = '']) => ({
    count: Number(count),
    boot,
  }))
}

/** Waits until the guest has printed three numbers that are wanted; gives the last one. */
const counts = (person: Client, id: string, isWanted: (counted: Counted) => boolean): Promise<Counted> =>
  eventually(async () => {
    const wanted = (await countedBy(person, id)).filter(isWanted)
    const last = wanted.at(-1)
    assert.ok(last !== undefined && wanted.length >= 3, `${wanted.length} numbers`)
    return last
  }, patience)

/** In the embedded shape only, because this is about what libvirt and QEMU do: two hosts, each with a libvirtd of its own. */
test('a real guest is live-migrated with a volume, rebuilt, and evacuated', {
  skip: await reasonToSkip(),
}, async () => {
  await using directory = await ownedDirectory('nimbo-two-hosts-')
  await chmod(directory.path, 0o711)
  const hosts = await twoHostsApart(directory.path, 'nbttwo')
  await using stack = new AsyncDisposableStack()
  for (const host of hosts) stack.defer(() => host.end())
  const hypervisorOf = ({ name, socketPath, address }: HostApart) => ({
    host: name,
    driver: libvirtHypervisor({
      ...{ socketPath, instancesDir: join(directory.path, `instances-${name}`), virtType: 'qemu' },
      ...{ node: name, live: { inboundAddress: address } },
    }),
  })
  const stateDir = join(directory.path, 'state')
  await using cloud = await startTestCloud({
    stateDir,
    drivers: async (state) => ({
      ...(await fakeDrivers({ state, clock: systemClock, log: silentLog }, 1)),
      hypervisors: hosts.map(hypervisorOf),
    }),
  })
  const { admin } = cloud
  const ada = await cloud.person('ada')
  const tiny = await tinyImage()
  const imageRef = await makeImage(ada, { diskFormat: 'qcow2', data: await readFile(tiny.path) })
  const flavorRef = await makeFlavor(admin, { name: 'm1.nano', ram: 128, disk: 1 })
  const id = await bootServer(ada, {
    ...{ name: 'counter', imageRef, flavorRef, config_drive: true, networks: 'none' },
    user_data: Buffer.from(userData).toString('base64'),
  })
  const hostOf = async () => (await showServer(admin, id))['OS-EXT-SRV-ATTR:host']

  await serverInStatus(ada, id, 'ACTIVE', patience)
  const source = await hostOf()
  // The kernel of the guest may miss a disk that is attached while it boots.
  await counts(ada, id, () => true)
  const volumeId = await makeVolume(ada)
  const attachments = `/servers/${id}/os-volume_attachments`
  assert.equal((await ada.compute.post(attachments, { volumeAttachment: { volumeId } })).status, 202)
  const becomes = (status: string): Promise<void> =>
    eventually(async () => assert.equal((await showVolume(ada, volumeId)).status, status), patience)
  await becomes('in-use')
  /** Waits until the guest has written a number above `last` on the volume. */
  const marks = (last: number): Promise<number> =>
    eventually(async () => {
      await using file = await open(join(stateDir, 'volumes', `volume-${volumeId}`))
      const start = (await file.read(Buffer.alloc(64), 0, 64, 0)).buffer.toString('latin1')
      const count = Number(/^marked (\d+)\./.exec(start)?.[1])
      assert.ok(count > last, start)
      return count
    }, patience)
  const marked = await marks(0)
  const before = await counts(ada, id, ({ count }) => count >= marked)

  const migrate = { 'os-migrateLive': { block_migration: 'auto', host: null } }
  assert.equal((await admin.compute.post(`/servers/${id}/action`, migrate)).status, 202)
  await eventually(async () => {
    const { body } = await admin.compute.get(`/os-migrations?instance_uuid=${id}`)
    assert.equal(body.migrations[0].status, 'completed')
  }, patience)
  await serverInStatus(ada, id, 'ACTIVE', patience)
  assert.notEqual(await hostOf(), source)
  const moved = await counts(ada, id, ({ count }) => count > before.count)
  assert.equal(moved.boot, before.boot, 'the guest was not booted again')
  await marks(moved.count)
  const { volume } = (await ada.volume.get(`/v3/volumes/${volumeId}`)).body
  assert.deepEqual(
    [volume.status, volume.attachments.map((one: { server_id: string }) => one.server_id)],
    ['in-use', [id]],
  )
  assert.equal((await ada.compute.delete(`${attachments}/${volumeId}`)).status, 202)
  await becomes('available')

  const rebuild = { rebuild: { imageRef } }
  assert.equal((await ada.compute.post(`/servers/${id}/action`, rebuild)).status, 202)
  await serverInStatus(ada, id, 'ACTIVE', patience)
  const rebuilt = await counts(ada, id, ({ boot }) => boot !== moved.boot)

  const down = await hostOf()
  const { body } = await admin.compute.get(`/os-services?binary=nova-compute&host=${down}`)
  const path = `/os-services/${body.services[0].id}`
  assert.equal((await admin.compute.put(path, { forced_down: true })).status, 200)
  const version = { 'openstack-api-version': 'compute 2.93' }
  const evacuated = await admin.compute.post(`/servers/${id}/action`, { evacuate: {} }, version)
  assert.equal(evacuated.status, 200, JSON.stringify(evacuated.body))
  await serverInStatus(ada, id, 'ACTIVE', patience)
  assert.equal(await hostOf(), source)
  await counts(ada, id, ({ boot }) => boot !== rebuilt.boot)
  assert.equal((await admin.compute.put(path, { forced_down: false })).status, 200)

  assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
  await serverGone(ada, id, patience)
  await cloud.settled()
})
