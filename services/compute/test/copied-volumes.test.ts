import assert from 'node:assert/strict'
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { eventually } from '@nimbo/testing/eventually'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { act, bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { withHypervisor } from '@nimbo/testkit/with-hypervisor'
import { reflinkDisk } from '@nimbo/volume-file/copy-disk'

/** Whether the file system can clone files, so that snapshots are taken without the host of a server. */
const hasReflinks = async (): Promise<boolean> => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-reflinks-'))
  await writeFile(join(directory, 'one'), 'x')
  const has = await reflinkDisk(join(directory, 'one'), join(directory, 'other'))
  await rm(directory, { recursive: true })
  return has
}

describe('a snapshot of a file-backed volume that a server uses', {
  skip: (await hasReflinks()) && 'the file system can clone files, so no host takes part',
}, () => {
  const hypervisor = fakeHypervisor()
  let cloud: TestCloud
  let ada: Client
  let [server, volumeId] = ['', '']

  before(async () => {
    cloud = await startTestCloud({ drivers: withHypervisor(hypervisor) })
    ada = await cloud.person('ada')
    const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud.admin), makeImage(ada)])
    server = await bootServer(ada, { imageRef, flavorRef, networks: 'none' })
    await serverInStatus(ada, server, 'ACTIVE')
    volumeId = await makeVolume(ada)
    await using file = await open(fileOf(`volume-${volumeId}`), 'r+')
    await file.write('what the guest wrote')
    const path = `/servers/${server}/os-volume_attachments`
    assert.equal((await ada.compute.post(path, { volumeAttachment: { volumeId } })).status, 202)
    await volumeInStatus(ada, volumeId, 'in-use')
  })
  after(() => cloud[Symbol.asyncDispose]())

  const fileOf = (name: string): string => join(cloud.directory, 'volumes', name)
  const take = async (): Promise<string> => {
    const asked = { snapshot: { volume_id: volumeId, force: true } }
    const { status, body } = await ada.volume.post('/v3/snapshots', asked)
    assert.equal(status, 202, JSON.stringify(body))
    return body.snapshot.id
  }
  const statusOf = async (id: string): Promise<string> =>
    (await ada.volume.get(`/v3/snapshots/${id}`)).body.snapshot.status
  const becomes = (id: string, status: string): Promise<void> =>
    eventually(async () => assert.equal(await statusOf(id), status))
  const copies = async (): Promise<number> => {
    const { body } = await cloud.admin.compute.get(`/servers/${server}/os-instance-actions`)
    return body.instanceActions.filter((one: { action: string }) => one.action === 'volume_snapshot_create')
      .length
  }
  const startOf = async (name: string): Promise<string> => {
    await using file = await open(fileOf(name))
    return (await file.read(Buffer.alloc(20), 0, 20, 0)).buffer.toString()
  }

  it('is copied by the host of the server, whether the server runs or not', async () => {
    const first = await take()
    await becomes(first, 'available')
    assert.deepEqual([await startOf(`snapshot-${first}`), await copies()], ['what the guest wrote', 1])
    await act(ada, server, { 'os-stop': null })
    await serverInStatus(ada, server, 'SHUTOFF')
    const second = await take()
    await becomes(second, 'available')
    assert.deepEqual([await startOf(`snapshot-${second}`), await copies()], ['what the guest wrote', 2])
    await act(ada, server, { 'os-start': null })
    await serverInStatus(ada, server, 'ACTIVE')
  })

  it('goes to error and leaves no file when the host fails to copy', async () => {
    hypervisor.failOn('copy-volume', { times: 1 })
    const id = await take()
    await becomes(id, 'error')
    await eventually(async () => {
      const files = await readdir(join(cloud.directory, 'volumes'))
      assert.deepEqual(
        files.filter((name) => name.includes(id)),
        [],
      )
    })
  })

  it('is never written outside the directory of the volume, nor over the volume', async () => {
    const ask = (new_file: string) =>
      cloud.admin.compute.post('/os-assisted-volume-snapshots', {
        snapshot: { volume_id: volumeId, create_info: { snapshot_id: volumeId, type: 'raw', new_file } },
      })
    const elsewhere = join(cloud.directory, 'elsewhere')
    await writeFile(elsewhere, 'untouched')
    for (const path of [elsewhere, fileOf(`volume-${volumeId}`), `${fileOf('x')}/../../elsewhere`]) {
      assert.equal((await ask(path)).status, 200)
      await cloud.settled()
    }
    await using file = await open(elsewhere)
    assert.equal((await file.readFile()).toString(), 'untouched')
    assert.equal(await startOf(`volume-${volumeId}`), 'what the guest wrote')
  })
})
