import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Client, signIn } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { type NimboProcess, nimboUpAs } from '@nimbo/testkit/nimbo-process'
import { bootServer, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { missingSmallDisks, smallDisk } from '@nimbo/testing/small-disk'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

const enter = ({ url, ready: { credentials } }: NimboProcess): Promise<Client> =>
  signIn(url, { username: 'admin', password: credentials.password, project: 'admin' })

const flavor = (name: string) => ({ flavor: { name, ram: 64, vcpus: 1, disk: 0 } })

/** One request to each service that would write something. */
const writes = (admin: Client, name: string) => [
  admin.identity.post('/v3/projects', { project: { name } }),
  admin.compute.post('/flavors', flavor(name)),
  admin.network.post('/v2.0/networks', { network: { name } }),
  admin.volume.post('/v3/volumes', { volume: { name, size: 1 } }),
  admin.image.post('/v2/images', { name, disk_format: 'raw', container_format: 'bare' }),
  admin.placement.post('/resource_providers', { name }),
]

const statusesOf = async (answers: readonly Promise<{ readonly status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

const skip = missingSmallDisks()

test('with a full disk writes give 503 and reads work; once there is room, everything works again', {
  skip,
}, async () => {
  await using directory = await temporaryDirectory()
  await using disk = await smallDisk(join(directory.path, 'state'), 48)
  await using up = await nimboUpAs({ stateDir: disk.path, within: disk.within })
  const admin = await enter(up)
  const [flavorRef, imageRef] = await Promise.all([makeFlavor(admin), makeImage(admin)])
  const before = await bootServer(admin, { name: 'before', flavorRef, imageRef })
  await serverInStatus(admin, before, 'ACTIVE')

  const during = await bootServer(admin, { name: 'during', flavorRef, imageRef })
  await disk.fill()
  // Several rounds, so that what was allocated while there was room is used up.
  for (let round = 0; round < 5; round += 1)
    assert.deepEqual(
      await statusesOf(writes(admin, `full-${round}`)),
      Array.from({ length: 6 }, () => 503),
    )
  assert.match((await admin.compute.post('/flavors', flavor('full'))).body.serviceUnavailable.message, /full/)
  await enter(up)
  assert.equal((await showServer(admin, before)).status, 'ACTIVE')
  for (const answer of [admin.network.get('/v2.0/networks'), admin.image.get('/v2/images')])
    assert.equal((await answer).status, 200)
  assert.match(await readFile(join(disk.outside, 'clouds.yaml'), 'utf8'), /nimbo:/)

  await disk.makeRoom()
  assert.deepEqual(await statusesOf(writes(admin, 'room')), [201, 200, 201, 202, 201, 200])
  await serverInStatus(admin, during, 'ACTIVE')
  const log = await eventually(async () => {
    const text = await readFile(join(disk.outside, 'nimbo.log'), 'utf8')
    assert.match(text, /"problem":"ENOSPC[^\n]+"msg":"lines of the log were lost"/)
    return text
  })
  const whole = log.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'))
  for (const line of whole) JSON.parse(line)
  assert.equal(await up.end('SIGTERM'), 0)
})

test('an image upload that fills the disk gives 503, and its space is freed', { skip }, async () => {
  await using directory = await temporaryDirectory()
  await using disk = await smallDisk(join(directory.path, 'state'), 32)
  await using up = await nimboUpAs({ stateDir: disk.path, within: disk.within })
  const admin = await enter(up)
  const order = { name: 'large', disk_format: 'raw', container_format: 'bare' }
  const { id } = (await admin.image.post('/v2/images', order)).body
  const bytes = { 'content-type': 'application/octet-stream' }
  const large = await admin.image.put(`/v2/images/${id}/file`, Buffer.alloc(64 * 1024 * 1024), bytes)
  assert.equal(large.status, 503)
  assert.match(String(large.body), /disk of the cloud is full/)
  assert.equal((await admin.image.get(`/v2/images/${id}`)).body.status, 'queued')
  assert.equal((await admin.image.put(`/v2/images/${id}/file`, Buffer.alloc(4_096), bytes)).status, 204)
})

test('a cloud that cannot start on a full disk says so, and starts once there is room', {
  skip,
}, async () => {
  await using directory = await temporaryDirectory()
  await using disk = await smallDisk(join(directory.path, 'state'), 48)
  const wish = { stateDir: disk.path, within: disk.within }
  const first = await nimboUpAs(wish)
  assert.equal(await first.end('SIGTERM'), 0)
  await disk.fill()
  await assert.rejects(nimboUpAs(wish), /nimbo: .*(disk is full|no space left)/)
  await disk.makeRoom()
  await using again = await nimboUpAs(wish)
  assert.equal(again.ready.credentials.password, first.ready.credentials.password)
  await enter(again)
})
