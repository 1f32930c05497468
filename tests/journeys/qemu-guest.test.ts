import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '@nimbo/cloud/run'
import { openStateDirectory, type StateDirectory } from '@nimbo/cloud/state-directory'
import { installCommand, missingForQemu } from '@nimbo/cloud/system-packages'
import { qemuDrivers, sshConfigOf } from '@nimbo/cloud/up/qemu-drivers'
import { checkRequiredTools } from '@nimbo/guest-image/required-tools'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { systemClock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import { silentLog } from '@nimbo/kernel/log'
import type { Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { assertNothingLeft } from '@nimbo/testkit/server-parts'
import { act, bootServer, serverGone, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

/** For a guest that QEMU emulates (TCG): 10 s are usual, and a busy machine needs many times that. */
const patience = { withinMs: 240_000, everyMs: 500 }

const reasonToSkip = async (): Promise<string | false> => {
  const missing = await missingForQemu()
  if (missing.length > 0) return `not installed; ${installCommand(missing)}`
  const { code } = await run('ssh', ['-V'], { timeoutMs: 10_000 }).catch(() => ({ code: 1 }))
  if (code !== 0) return 'not installed: ssh'
  return checkRequiredTools().then(() => false, messageOf)
}

/** Runs a command in the guest by ssh, through the port of this machine that is forwarded there; gives its output. */
const inGuest =
  (cloud: TestCloud, key: string, id: string) =>
  (command: string): Promise<string> =>
    eventually(async () => {
      const { code, stdout, stderr } = await run(
        'ssh',
        [
          ...['-F', sshConfigOf(cloud.state), '-i', key, '-o', 'BatchMode=yes', '-o', 'ConnectTimeout=20'],
          ...[`cirros@${id}`, command],
        ],
        { timeoutMs: 60_000 },
      )
      assert.equal(code, 0, stderr)
      return stdout.trim()
    }, patience)

/** So that the disk of the guest is made of an image that was read from the object store. */
const keepImagesInObjectStore = async (state: StateDirectory): Promise<void> => {
  const etc = state.file('etc/glance')
  await mkdir(etc, { recursive: true, mode: 0o700 })
  await writeFile(join(etc, 'glance.conf'), '[DEFAULT]\nenabled_backends = far:swift\n')
}

const processOf = async (cloud: TestCloud, id: string): Promise<string> =>
  (await readFile(cloud.state.file(`instances/${id}/qemu.pid`), 'utf8')).trim()

const keyOf = async ({ compute }: Client, file: string): Promise<string> => {
  const { status, body } = await compute.post(
    '/os-keypairs',
    { keypair: { name: 'own' } },
    { 'openstack-api-version': 'compute 2.1' },
  )
  assert.equal(status, 200, JSON.stringify(body))
  await writeFile(file, body.keypair.private_key, { mode: 0o600 })
  return file
}

/** The first message of the VNC server of a guest, through the address that the API gives. */
const greetingOfScreen = async ({ compute }: Client, id: string): Promise<string> => {
  const asked = { remote_console: { protocol: 'vnc', type: 'novnc' } }
  const { body } = await compute.post(`/servers/${id}/remote-consoles`, asked)
  const page = new URL(body.remote_console.url)
  const address = new URL(page.searchParams.get('path') ?? '', page)
  address.protocol = 'ws:'
  const socket = new WebSocket(address, ['binary'])
  socket.binaryType = 'arraybuffer'
  const [{ data }] = await once(socket, 'message', { signal: AbortSignal.timeout(30_000) })
  socket.close()
  return Buffer.from(data).toString()
}

/**
 * In the embedded shape only, because this is about what is below the drivers: QEMU, its monitor, its network, the guest. What
 * is above them is tested in both shapes on hosts with the fake hypervisor. Needs no root.
 */
test('a guest of plain QEMU is reached by ssh, keeps its state, and survives a restart of the cloud', {
  skip: await reasonToSkip(),
}, async () => {
  await using directory = await ownedDirectory('nimbo-guest-')
  const setup = {
    state: await openStateDirectory(join(directory.path, 'state')),
    clock: systemClock,
    log: silentLog,
  }
  await keepImagesInObjectStore(setup.state)
  const start = () =>
    startTestCloud({
      stateDir: setup.state.path,
      drivers: () => qemuDrivers(setup),
      environment: { OS_DEFAULT__FORCE_CONFIG_DRIVE: 'true' },
    })
  await using first = await start()
  const ada = await first.person('ada')
  const key = await keyOf(ada, join(directory.path, 'key'))
  const id = await bootFerdinand(first, ada)
  const running = [first]
  try {
    await workInGuest(first, ada, id, key)
    const before = await processOf(first, id)
    await first.stop()
    const second = await start()
    running.push(second)
    assert.equal(await processOf(second, id), before, 'the guest survives a restart of the cloud')
    await serverInStatus(second.admin, id, 'ACTIVE', patience)
    assert.equal(await inGuest(second, key, id)('cat /root/kept'), 'this')
    await act(second.admin, id, { 'os-stop': null })
    await serverInStatus(second.admin, id, 'SHUTOFF', patience)
  } finally {
    const cloud = running.at(-1) ?? first
    assert.equal((await cloud.admin.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(cloud.admin, id)
    await cloud.settled()
    await assertNothingLeft(cloud, id)
    await cloud.stop()
  }
})

const bootFerdinand = async ({ admin }: TestCloud, ada: Client): Promise<string> => {
  const { path } = await tinyImage()
  const imageRef = await makeImage(ada, { diskFormat: 'qcow2', data: await readFile(path) })
  const flavorRef = await makeFlavor(admin, { name: 'm1.nano', ram: 128, disk: 1, ephemeral: 1 })
  const network = await makeNetwork(ada, { pool: { start: '10.20.0.2', end: '10.20.0.60' } })
  return bootServer(ada, {
    ...{ name: 'ferdinand', imageRef, flavorRef, key_name: 'own' },
    networks: [{ uuid: network.id, fixed_ip: '10.20.0.77' }],
  })
}

const workInGuest = async (cloud: TestCloud, ada: Client, id: string, key: string): Promise<void> => {
  const guest = inGuest(cloud, key, id)
  await serverInStatus(ada, id, 'ACTIVE', patience)
  const address = await guest('ip -4 -o address show dev eth0')
  assert.match(address, /inet 10\.20\.0\.77\/24/)
  assert.match(await guest('ip route'), /default via 10\.20\.0\.1/)
  assert.match(await guest('cat /proc/partitions'), /\b1048576 vdb\b/, 'the guest has an ephemeral disk')
  assert.match(await greetingOfScreen(ada, id), /^RFB 003\./, 'its VNC server answers through the proxy')
  const [port] = (await ada.network.get(`/v2.0/ports?device_id=${id}`)).body.ports
  const { body } = await cloud.admin.network.get(`/v2.0/ports/${port.id}`)
  const bound = body.port
  assert.deepEqual(
    [bound.status, bound['binding:vif_type'], bound['binding:vif_details'].port_filter],
    ['ACTIVE', 'user', false],
  )

  await guest('echo this > /root/kept; sleep 77777 > /dev/null 2>&1 &')
  await plugVolume(cloud, ada, id, guest)

  await act(cloud.admin, id, { suspend: null })
  await serverInStatus(ada, id, 'SUSPENDED', patience)
  await act(cloud.admin, id, { resume: null })
  await serverInStatus(ada, id, 'ACTIVE', patience)
  const sleepers = () => guest('ps | grep -c "[s]leep 77777" || true')
  assert.equal(await sleepers(), '1', 'its process still runs after suspend and resume')

  await act(ada, id, { 'os-stop': null })
  assert.equal((await serverInStatus(ada, id, 'SHUTOFF', patience))['OS-EXT-STS:power_state'], 4)
  await act(ada, id, { 'os-start': null })
  await serverInStatus(ada, id, 'ACTIVE', patience)
  assert.equal(await guest('cat /root/kept'), 'this', 'its disk is kept over stop and start')
  assert.equal(await sleepers(), '0', 'its process is gone after stop and start')
}

const plugVolume = async (
  cloud: TestCloud,
  ada: Client,
  id: string,
  guest: (command: string) => Promise<string>,
): Promise<void> => {
  const volumeId = await makeVolume(ada)
  const asked = { volumeAttachment: { volumeId } }
  assert.equal((await ada.compute.post(`/servers/${id}/os-volume_attachments`, asked)).status, 202)
  await volumeInStatus(ada, volumeId, 'in-use')
  assert.match(await guest('sleep 1; cat /proc/partitions'), /\bvdc\b/, 'the guest sees the volume')
  assert.equal((await showServer(ada, id)).status, 'ACTIVE')
  assert.equal((await ada.compute.delete(`/servers/${id}/os-volume_attachments/${volumeId}`)).status, 202)
  await volumeInStatus(ada, volumeId, 'available')
  assert.doesNotMatch(await guest('cat /proc/partitions'), /\bvdc\b/)
  await cloud.settled()
}
