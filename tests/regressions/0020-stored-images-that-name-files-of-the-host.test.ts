import assert from 'node:assert/strict'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { qcow2 } from '@nimbo/testing/disk-images/qcow2'
import { vmdk, vmdkDescriptor } from '@nimbo/testing/disk-images/vmdk'
import { makeImage } from '@nimbo/testkit/make-image'
import { volumeInStatus } from '@nimbo/testkit/make-volume'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'

/** Replaces the bytes of each stored image, as if it had been uploaded before images were inspected. */
const replaceStored = async ({ directory }: TestCloud, data: Buffer): Promise<void> => {
  const images = join(directory, 'images')
  for (const name of await readdir(images)) await writeFile(join(images, name), data)
}

const volumeFrom = async ({ volume }: Client, imageRef: string): Promise<string> => {
  const made = await volume.post('/v3/volumes', { volume: { size: 1, imageRef } })
  assert.equal(made.status, 202)
  return made.body.volume.id
}

/** The files in the directories of both back ends. */
const volumeFiles = async ({ directory }: TestCloud): Promise<readonly string[]> => {
  const directories = ['volumes', 'volumes-spare'].map((name) => join(directory, name))
  const paths = directories.map(async (each) => (await readdir(each)).map((name) => join(each, name)))
  return (await Promise.all(paths)).flat()
}

test('a volume from an image that was stored without inspection fails if the image names host files', async () => {
  await using cloud = await startTestCloud()
  const ada = await cloud.person('ada')
  const imageRef = await makeImage(ada, { diskFormat: 'vmdk', data: vmdk() })
  const good = await volumeFrom(ada, imageRef)
  await volumeInStatus(ada, good, 'available')
  const kept = await volumeFiles(cloud)
  const passwords = { createType: 'monolithicFlat', extents: ['RW 2048 FLAT "/etc/passwd" 0'] }
  for (const data of [vmdkDescriptor(passwords), vmdk(passwords), qcow2({ backingFile: '/etc/passwd' })]) {
    await replaceStored(cloud, data)
    await volumeInStatus(ada, await volumeFrom(ada, imageRef), 'error')
    assert.deepEqual(await volumeFiles(cloud), kept)
  }
})

test('files of volumes and snapshots are readable and writable by their owner only', async () => {
  await using cloud = await startTestCloud()
  const ada = await cloud.person('ada')
  const id = await volumeFrom(ada, await makeImage(ada))
  await volumeInStatus(ada, id, 'available')
  const made = await ada.volume.post('/v3/snapshots', { snapshot: { volume_id: id } })
  assert.equal(made.status, 202)
  await cloud.settled()
  const paths = await volumeFiles(cloud)
  assert.equal(paths.length, 2)
  for (const path of paths) assert.equal((await stat(path)).mode & 0o777, 0o600, path)
})
