import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, it } from 'node:test'
import { clientEnvironment } from '@nimbo/testkit/client-environment'
import { inEachShape } from '@nimbo/testkit/in-each-shape'
import {
  type OpenstackClient,
  openstackClient,
  openstackClientMissing,
} from '@nimbo/testkit/openstack-client'

inEachShape('openstack image', { skip: openstackClientMissing, distributedByName: true }, (cloud) => {
  let openstack: OpenstackClient
  const file = (name: string): string => join(cloud().directory, name)
  /** Larger than one chunk of either side. */
  const bytes = randomBytes(3 * 1024 * 1024 + 17)
  before(async () => {
    openstack = openstackClient(await clientEnvironment(cloud()))
    await writeFile(file('noise.raw'), bytes)
  })

  it('creates an image from a file, with the right size and hashes', async () => {
    const noise = file('noise.raw')
    const words = [
      '--file',
      noise,
      '--disk-format',
      'raw',
      '--container-format',
      'bare',
      '--property',
      'hw=x',
    ]
    const created = await openstack.json('image', 'create', ...words, 'noise')
    const { body: image } = await cloud().admin.image.get(`/v2/images/${created.id}`)
    assert.equal(image.status, 'active')
    assert.equal(image.size, bytes.length)
    assert.equal(image.hw, 'x')
    assert.equal(image.checksum, createHash('md5').update(bytes).digest('hex'))
    assert.equal(image.os_hash_value, createHash('sha512').update(bytes).digest('hex'))
  })

  it('saves the image with the same bytes', async () => {
    const saved = file('saved.raw')
    await openstack.run('image', 'save', '--file', saved, 'noise')
    assert.ok(bytes.equals(await readFile(saved)))
  })
})
