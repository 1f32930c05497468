import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '@nimbo/cloud/run'
import { openStateDirectory } from '@nimbo/cloud/state-directory'
import { libvirtDrivers } from '@nimbo/cloud/up/libvirt-drivers'
import type { DriverDeps } from '@nimbo/cloud/up/storage-drivers'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { ensureLibvirtd } from '@nimbo/hypervisor-libvirt/ensure-libvirtd'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { eventually } from '@nimbo/testing/eventually'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { sharedServer } from '@nimbo/testing/shared-servers'
import type { Client } from '@nimbo/testkit/client'
import { guestsMissing } from '@nimbo/testkit/guests-missing'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { assertNothingLeft, partsOf } from '@nimbo/testkit/server-parts'
import { act, bootServer, serverGone, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** For a guest that QEMU emulates (TCG): 10 s are usual, and a busy machine needs many times that. */
const loginWithinMs = 180_000
const userData =
  '#!/bin/sh\necho user-data-ran-$(hostname)\nip -4 -o address show dev eth0\ncat /proc/partitions\n'

const consoleOf = async ({ compute }: Client, id: string): Promise<string> => {
  const { status, body } = await compute.post(`/servers/${id}/action`, { 'os-getConsoleOutput': {} })
  assert.equal(status, 200, JSON.stringify(body))
  return body.output
}

/** Devices, bridges and namespaces of this machine whose names contain the first 11 characters of one of these ids. */
const namesOnHost = async (ids: readonly string[]): Promise<readonly string[]> => {
  const namespaces = await readdir('/run/netns').catch(() => [])
  const names = [...(await readdir('/sys/class/net')), ...namespaces]
  return names.filter((name) => ids.some((id) => name.includes(id.slice(0, 11))))
}

const pageOfScreen = async (
  { compute }: Client,
  id: string,
  protocol: string,
  type: string,
): Promise<URL> => {
  const asked = { remote_console: { protocol, type } }
  const { body } = await compute.post(`/servers/${id}/remote-consoles`, asked, { version: '2.6' })
  return new URL(body.remote_console.url)
}

/** The link message by which a client of SPICE opens its first channel. */
const linkMessage = Buffer.from(
  '52454451020000000200000016000000' +
    '00000000' +
    '0100' +
    '01000000' +
    '00000000' +
    '12000000' +
    '09000000',
  'hex',
)

/** The first reply of the SPICE server of a guest, through the address that the API gives. */
const answerOfSpice = async (person: Client, id: string): Promise<Buffer> => {
  const address = await pageOfScreen(person, id, 'spice', 'spice-html5')
  address.protocol = 'ws:'
  const socket = new WebSocket(address, ['binary'])
  socket.binaryType = 'arraybuffer'
  await once(socket, 'open', { signal: AbortSignal.timeout(30_000) })
  socket.send(linkMessage)
  const [{ data }] = await once(socket, 'message', { signal: AbortSignal.timeout(30_000) })
  socket.close()
  return Buffer.from(data)
}

/** The first message of the VNC server of a guest, through the address that the API gives. */
const greetingOfScreen = async (person: Client, id: string): Promise<string> => {
  const page = await pageOfScreen(person, id, 'vnc', 'novnc')
  const address = new URL(page.searchParams.get('path') ?? '', page)
  address.protocol = 'ws:'
  const socket = new WebSocket(address, ['binary'])
  socket.binaryType = 'arraybuffer'
  const [{ data }] = await once(socket, 'message', { signal: AbortSignal.timeout(30_000) })
  socket.close()
  return Buffer.from(data).toString()
}

const domains = async (): Promise<string> => {
  const { code, stdout, stderr } = await run('virsh', ['-c', 'qemu:///system', 'list', '--all', '--uuid'], {
    timeoutMs: 10_000,
  })
  assert.equal(code, 0, stderr)
  return stdout
}

/**
 * In the embedded shape only, because this is about what is below the drivers: libvirt, bridges, the guest. What is above them
 * is tested in both shapes on hosts with the fake hypervisor.
 */
test('a real guest boots, gets its address and user data, stops, and leaves nothing behind', {
  skip: await guestsMissing(),
}, async () => {
  // If this run is killed, a later one removes the directory and the guest.
  await using directory = await ownedDirectory('nimbo-guest-')
  // QEMU runs as another user, who has to pass through this directory.
  await chmod(directory.path, 0o711)
  const setup = {
    state: await openStateDirectory(join(directory.path, 'state')),
    clock: systemClock,
    log: silentLog,
  }
  // If the test run shares one libvirtd, the next call finds it running.
  await sharedServer('libvirtd')
  const stopLibvirtd = await ensureLibvirtd({
    stateDir: await setup.state.directory('libvirt'),
    endsWithProcess: true,
    log: setup.log,
  })
  try {
    await bootAndStopGuest(setup)
  } finally {
    await stopLibvirtd()
  }
})

/** A guest without a config drive gets its user data from the metadata service, over the network. */
const bootWithoutConfigDrive = async (
  {
    ada,
    imageRef,
    networkId,
  }: { readonly ada: Client; readonly imageRef: string; readonly networkId: string },
  flavorRef: string,
): Promise<void> => {
  const id = await bootServer(ada, {
    ...{ name: 'isolde', imageRef, flavorRef },
    user_data: Buffer.from(userData).toString('base64'),
    networks: [{ uuid: networkId }],
  })
  try {
    await serverInStatus(ada, id, 'ACTIVE', { withinMs: 120_000 })
    assert.equal((await ada.compute.get(`/servers/${id}`)).body.server.config_drive, '')
    await eventually(async () => assert.match(await consoleOf(ada, id), /user-data-ran-isolde/), {
      withinMs: loginWithinMs,
      everyMs: 300,
    })
  } finally {
    assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(ada, id)
  }
}

const bootAndStopGuest = async (setup: DriverDeps): Promise<void> => {
  const stateDir = setup.state.path
  await using cloud = await startTestCloud({ stateDir, drivers: () => libvirtDrivers(setup) })
  const ada = await cloud.person('ada')
  const tiny = await tinyImage()
  const imageRef = await makeImage(ada, { diskFormat: 'qcow2', data: await readFile(tiny.path) })
  const flavorRef = await makeFlavor(cloud.admin, {
    ...{ name: 'm1.nano', ram: 128, disk: 1 },
    ...{ ephemeral: 1, swap: 64 },
  })
  const network = await makeNetwork(ada)
  const id = await bootServer(ada, {
    name: 'ferdinand',
    imageRef,
    flavorRef,
    config_drive: true,
    user_data: Buffer.from(userData).toString('base64'),
    networks: [{ uuid: network.id }],
  })
  const made = [id, network.id]
  try {
    const server = await serverInStatus(ada, id, 'ACTIVE', { withinMs: 120_000 })
    assert.match(await domains(), new RegExp(id))
    const { ports } = await partsOf(cloud, id)
    const [port] = ports
    assert.equal(port?.status, 'ACTIVE')
    made.push(port.id)
    assert.ok((await namesOnHost([port.id])).length > 0, 'the port has a device on the host')

    const shown = await eventually(
      async () => {
        const console = await consoleOf(ada, id)
        assert.match(console, /user-data-ran-ferdinand/)
        assert.match(console, /ferdinand\S* login:/)
        return console
      },
      { withinMs: loginWithinMs, everyMs: 300 },
    )
    const address = server.addresses.private?.[0]?.addr
    assert.ok(shown.includes(`inet ${address}/24`), `the guest took its address ${address}:\n${shown}`)
    assert.match(shown, /\b1048576 vdb\b/, 'the guest has an ephemeral disk')
    assert.match(shown, /\b65536 vdc\b/, 'the guest has a swap disk')
    assert.match(await greetingOfScreen(ada, id), /^RFB 003\./, 'its VNC server answers through the proxy')
    const answer = await answerOfSpice(ada, id)
    assert.equal(answer.toString('latin1', 0, 4), 'REDQ', 'its SPICE server answers through the proxy')
    assert.equal(answer.readUInt32LE(4), 2)
    const did = await cloud.admin.compute.get(`/servers/${id}/diagnostics`, { version: '2.48' })
    assert.deepEqual([did.body.driver, did.body.num_cpus, did.body.num_nics], ['libvirt', 1, 1])
    assert.ok(
      did.body.cpu_details[0].time > 0 && did.body.disk_details[0].read_bytes > 0,
      JSON.stringify(did.body),
    )

    await bootWithoutConfigDrive({ ada, imageRef, networkId: network.id }, flavorRef)

    await act(ada, id, { 'os-stop': null })
    assert.equal(
      (await serverInStatus(ada, id, 'SHUTOFF', { withinMs: 150_000 }))['OS-EXT-STS:power_state'],
      4,
    )
  } finally {
    assert.equal((await ada.compute.delete(`/servers/${id}`)).status, 204)
    await serverGone(ada, id)
    await cloud.settled()
    assert.equal((await ada.network.delete(`/v2.0/networks/${network.id}`)).status, 204)
    await cloud.settled()
  }

  assert.ok(!(await domains()).includes(id), 'libvirt has no domain of it any more')
  await assertNothingLeft(cloud, id)
  await eventually(async () => assert.deepEqual(await namesOnHost(made), []), { withinMs: 60_000 })
}
