/** About options in a cloud of one process; in a cloud of many, the process of the volume service reads them. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { missingProgram } from '@nimbo/testing/missing-program'
import type { Client } from '@nimbo/testkit/client'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

const conf = `
[DEFAULT]
enabled_backends = exported, pretended

[exported]
volume_backend_name = exported
target_protocol = nbd

[pretended]
volume_backend_name = pretended
volume_driver = fake
`

/** Makes a volume of a type that selects the back end; gives its id. */
const volumeOn = async ({ volume }: Client, backend: string): Promise<string> => {
  const volume_type = { name: backend, extra_specs: { volume_backend_name: backend } }
  assert.equal((await volume.post('/v3/types', { volume_type })).status, 200)
  const made = await volume.post('/v3/volumes', { volume: { size: 1, volume_type: backend } })
  assert.equal(made.status, 202, JSON.stringify(made.body))
  const { id } = made.body.volume
  await eventually(async () => {
    const { body } = await volume.get(`/v3/volumes/${id}`)
    assert.equal(body.volume.status, 'available')
    assert.match(body.volume['os-vol-host-attr:host'], new RegExp(`@${backend}#`))
  })
  return id
}

test('a cloud in one process has the volume back ends of enabled_backends in cinder.conf', {
  skip: missingProgram('qemu-storage-daemon'),
}, async () => {
  await using cloud = await startTestCloud({ etc: { 'cinder/cinder.conf': conf } })
  const { admin } = cloud
  await volumeOn(admin, 'pretended')
  const id = await volumeOn(admin, 'exported')
  // The directory of the volumes is one below that of the cloud, although no option says so.
  assert.deepEqual(await readdir(join(cloud.directory, 'volumes')), [`volume-${id}`])

  const host = cloud.drivers.hypervisors[0]?.host
  const attachment = { volume_uuid: id, instance_uuid: crypto.randomUUID(), connector: { host } }
  const headers = { 'openstack-api-version': 'volume 3.54' }
  const attached = await admin.volume.post('/v3/attachments', { attachment }, headers)
  assert.equal(attached.status, 200, JSON.stringify(attached.body))
  const { id: attachmentId, connection_info } = attached.body.attachment
  assert.equal(connection_info.driver_volume_type, 'nbd')
  assert.equal(connection_info.socket, join(cloud.directory, 'nbd/exported/local/nbd.sock'))
  assert.equal((await admin.volume.delete(`/v3/attachments/${attachmentId}`, headers)).status, 200)
  const exported = async () => readdir(join(cloud.directory, 'nbd/exported/local'))
  await eventually(async () => assert.ok(!(await exported()).includes('pid')))
})
