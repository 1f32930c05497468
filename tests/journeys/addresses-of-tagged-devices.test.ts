import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSecrets } from '@nimbo/cloud/secrets'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { eventually } from '@nimbo/testing/eventually'

const withTags = { 'openstack-api-version': 'compute 2.49' }

interface TaggedDevice {
  readonly type: string
  readonly bus: string
  readonly address: string
  readonly tags: readonly string[]
}

/** Only in the embedded cloud: this reads the secret with which Neutron's proxy signs. */
test('metadata name bus and address of tagged devices, also of those attached later', async () => {
  const environment = { OS_API__METADATA_CACHE_EXPIRATION: '0' }
  await using cloud = await startTestCloud({ environment })
  const ada = await cloud.person('ada')
  const [flavorRef, imageRef] = await Promise.all([makeFlavor(cloud.admin), makeImage(ada)])
  const network = await makeNetwork(ada)
  const [first, second] = [await makeVolume(ada, 'first'), await makeVolume(ada, 'second')]
  const volume = { source_type: 'volume', destination_type: 'volume', boot_index: -1 }
  const booted = await ada.compute.post(
    '/servers',
    {
      server: {
        ...{
          name: 'web',
          flavorRef,
          imageRef,
          config_drive: true,
          networks: [{ uuid: network.id, tag: 'public' }],
        },
        block_device_mapping_v2: [
          { source_type: 'image', destination_type: 'local', boot_index: 0, uuid: imageRef, tag: 'root' },
          { ...volume, uuid: first, disk_bus: 'scsi', tag: 'database' },
        ],
      },
    },
    withTags,
  )
  assert.equal(booted.status, 202, JSON.stringify(booted.body))
  const id: string = booted.body.server.id
  await serverInStatus(ada, id, 'ACTIVE')

  const secret = (await openSecrets(cloud.state.file('secrets.json'))).get('metadata-proxy-secret')
  const devices = async (of = id): Promise<Readonly<Record<string, string>>> => {
    const url = new URL('/metadata/openstack/latest/meta_data.json', cloud.url)
    const signature = createHmac('sha256', `${secret}`).update(of).digest('hex')
    const headers = {
      ...{ 'x-instance-id': of, 'x-tenant-id': ada.projectId },
      'x-instance-id-signature': signature,
    }
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) })
    assert.equal(answer.status, 200, await answer.clone().text())
    const shown: { readonly devices: readonly TaggedDevice[] } = JSON.parse(await answer.text())
    return Object.fromEntries(
      shown.devices.map(({ type, bus, address, tags: [tag = ''] }) => [tag, `${type} ${bus} ${address}`]),
    )
  }
  const atFirst = {
    public: 'nic pci 0000:00:03.0',
    root: 'disk pci 0000:00:04.0',
    database: 'disk scsi 0:0:0:2',
  }
  assert.deepEqual(await devices(), atFirst)
  const names = await readdir(cloud.directory, { recursive: true })
  const drive = names.find((name) => name.includes(id) && name.endsWith('config'))
  assert.ok(drive)
  const written = await readFile(join(cloud.directory, drive), 'latin1')
  assert.ok(written.includes('"bus":"pci","address":"0000:00:03.0"'))
  assert.ok(!written.includes('"address":"none"'))

  const other = await bootServer(ada, { flavorRef, imageRef, networks: 'none' })
  await serverInStatus(ada, other, 'ACTIVE')
  const volumeAttachment = { volumeId: second, tag: 'logs' }
  const attached = await ada.compute.post(
    `/servers/${other}/os-volume_attachments`,
    { volumeAttachment },
    withTags,
  )
  assert.equal(attached.status, 200, JSON.stringify(attached.body))
  await volumeInStatus(ada, second, 'in-use')
  await eventually(async () => assert.deepEqual(await devices(other), { logs: 'disk pci 0000:00:04.0' }))
})
