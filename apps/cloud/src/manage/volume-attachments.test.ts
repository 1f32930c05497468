import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { act, bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { rowsOf, runManage } from './managed-cells.testing.ts'
import { type OperatedCloud, operatedCloud } from './operated-cloud.testing.ts'

let operated: OperatedCloud
let serverId: string
let volumeId: string

const admin = () => operated.cloud.admin
const attachments = (...words: readonly string[]) => operated.manage('volume_attachment', ...words)

before(async () => {
  operated = await operatedCloud({ hosts: 2 })
  const order = { imageRef: await makeImage(admin()), flavorRef: await makeFlavor(admin()) }
  serverId = await bootServer(admin(), { ...order, availability_zone: 'nova:fake-1' })
  await serverInStatus(admin(), serverId, 'ACTIVE')
  volumeId = await makeVolume(admin())
  await admin().compute.post(
    `/servers/${serverId}/os-volume_attachments`,
    {
      volumeAttachment: { volumeId, tag: 'data' },
    },
    { 'openstack-api-version': 'compute 2.49' },
  )
  await volumeInStatus(admin(), volumeId, 'in-use')
  await operated.cloud.settled()
})
after(() => operated[Symbol.asyncDispose]())

describe('nimbo manage volume_attachment get_connector', () => {
  it("shows the name and address of the host in its configuration, or this machine's name", async () => {
    await using home = await temporaryDirectory()
    const getConnector = (...words: readonly string[]) =>
      runManage(['volume_attachment', 'get_connector', ...words, '--config-dir', home.path])
    assert.equal(JSON.parse((await getConnector('--json')).said).host, hostname())
    await writeFile(join(home.path, 'nova.conf'), '[DEFAULT]\nhost = rack-7\nmy_ip = 192.0.2.7\n')
    const { code, said, complained } = await getConnector('--json')
    assert.deepEqual([code, complained], [0, ''])
    const { host, ip, multipath } = JSON.parse(said)
    assert.deepEqual([host, ip, multipath], ['rack-7', '192.0.2.7', false])
    assert.deepEqual(rowsOf((await getConnector()).said).slice(0, 2), [
      ['host', 'rack-7'],
      ['ip', '192.0.2.7'],
    ])
  })
})

describe('nimbo manage volume_attachment show', () => {
  it('shows what is stored of a volume, as a table and as JSON', async () => {
    const { code, said, complained } = await attachments('show', serverId, volumeId, '--json')
    assert.deepEqual([code, complained], [0, ''])
    const shown = JSON.parse(said)
    assert.deepEqual(
      [shown.instance_uuid, shown.volume_id, shown.device_name, shown.tag, shown.delete_on_termination],
      [serverId, volumeId, '/dev/vdb', 'data', false],
    )
    const table = new Map(
      rowsOf((await attachments('show', serverId, volumeId)).said).map(([name, value]) => [name, value]),
    )
    assert.deepEqual(
      [table.get('attachment_id'), table.get('volume_size')],
      [shown.attachment_id, String(shown.volume_size)],
    )
    const info = await attachments('show', serverId, volumeId, '--json', '--connection_info')
    assert.deepEqual(JSON.parse(info.said), shown.connection_info)
  })

  it('exits with 2 for an unknown server, 3 for a volume that it has not, and 1 without arguments', async () => {
    const nobody = randomUUID()
    assert.deepEqual(await attachments('show', nobody, volumeId), {
      ...{ code: 2, said: '', complained: `nimbo: Instance ${nobody} could not be found.\n` },
    })
    assert.equal((await attachments('show', serverId, nobody)).code, 3)
    assert.equal((await attachments('show', serverId)).code, 1)
  })
})

describe('nimbo manage volume_attachment refresh', () => {
  const attachmentOf = async (): Promise<{ attachment_id: string; connection_info: object }> =>
    JSON.parse((await attachments('show', serverId, volumeId, '--json')).said)
  const heldOf = async (): Promise<readonly string[]> => {
    const { body } = await admin().volume.get(`/v3/${admin().projectId}/attachments?volume_id=${volumeId}`, {
      'openstack-api-version': 'volume 3.44',
    })
    return body.attachments.map(({ id }: { id: string }) => id)
  }
  const fake1 = { host: 'fake-1', ip: '127.0.0.1', platform: 'x86_64', os_type: 'linux', multipath: false }

  it('replaces the attachment of a stopped server, which then starts with the volume', async () => {
    await using home = await temporaryDirectory()
    const connector = join(home.path, 'connector.json')
    await writeFile(connector, JSON.stringify(fake1))
    const old = await attachmentOf()
    const running = await attachments('refresh', serverId, volumeId, connector)
    assert.equal(running.code, 5, running.complained)
    assert.deepEqual(await attachmentOf(), old)
    await act(admin(), serverId, { 'os-stop': null })
    await serverInStatus(admin(), serverId, 'SHUTOFF')
    await act(admin(), serverId, { lock: null })
    assert.equal((await attachments('refresh', serverId, volumeId, connector)).code, 5)
    await act(admin(), serverId, { unlock: null })
    assert.deepEqual(await attachments('refresh', serverId, volumeId, connector), {
      ...{ code: 0, said: '', complained: '' },
    })
    const fresh = await attachmentOf()
    assert.notEqual(fresh.attachment_id, old.attachment_id)
    assert.ok(Object.keys(fresh.connection_info).length > 0)
    assert.deepEqual(await heldOf(), [fresh.attachment_id])
    await volumeInStatus(admin(), volumeId, 'in-use')
    const { body } = await admin().compute.get(`/servers/${serverId}/os-instance-actions`)
    assert.equal(body.instanceActions[0].action, 'refresh_volume_attachment')
    await act(admin(), serverId, { 'os-start': null })
    await serverInStatus(admin(), serverId, 'ACTIVE')
    await act(admin(), serverId, { 'os-stop': null })
    await serverInStatus(admin(), serverId, 'SHUTOFF')
    await operated.cloud.settled()
  })

  it('keeps the volume for the server if it cannot be connected, and can be repeated', async () => {
    await using home = await temporaryDirectory()
    const connector = join(home.path, 'connector.json')
    // The volume service refuses requests that are too large.
    await writeFile(connector, JSON.stringify({ ...fake1, initiator: 'x'.repeat(200_000) }))
    const old = await attachmentOf()
    assert.equal((await attachments('refresh', serverId, volumeId, connector)).code, 1)
    const reserved = await attachmentOf()
    assert.notEqual(reserved.attachment_id, old.attachment_id)
    assert.equal(reserved.connection_info, null)
    assert.deepEqual(await heldOf(), [reserved.attachment_id])
    await writeFile(connector, JSON.stringify(fake1))
    assert.equal((await attachments('refresh', serverId, volumeId, connector)).code, 0)
    assert.notEqual((await attachmentOf()).connection_info, null)
    await volumeInStatus(admin(), volumeId, 'in-use')
  })

  it('exits with 2 to 7 for a wrong file, server, volume or host, and changes nothing', async () => {
    await using home = await temporaryDirectory()
    const before = await attachmentOf()
    const file = async (name: string, text: string): Promise<string> => {
      await writeFile(join(home.path, name), text)
      return join(home.path, name)
    }
    const good = await file('good', JSON.stringify(fake1))
    for (const [code, ...words] of [
      [2, serverId, volumeId, join(home.path, 'nothing')],
      [3, serverId, volumeId, await file('broken', '{')],
      [3, serverId, volumeId, await file('empty', '{}')],
      [4, randomUUID(), volumeId, good],
      [6, serverId, randomUUID(), good],
      [7, serverId, volumeId, await file('other', JSON.stringify({ ...fake1, host: 'fake-2' }))],
    ] as const)
      assert.equal((await attachments('refresh', ...words)).code, code, words.join(' '))
    assert.deepEqual(await attachmentOf(), before)
    assert.deepEqual(await heldOf(), [before.attachment_id])
  })
})
