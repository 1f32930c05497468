import assert from 'node:assert/strict'
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { reflinkDisk } from './copy-disk.ts'
import { fileVolumes } from './file-volumes.ts'

const gibibyte = 1024 ** 3

const world = async (t: TestContext) => {
  const home = await temporaryDirectory()
  t.after(() => home[Symbol.asyncDispose]())
  const { snapshots, volumes } = fileVolumes({ directory: home.path })
  const pathOf = (name: string): string => join(home.path, name)
  await writeFile(pathOf('probe'), 'x')
  const reflinks = await reflinkDisk(pathOf('probe'), pathOf('probe-copy'))
  assert.ok(snapshots.prepare && snapshots.keep)
  const { prepare, keep } = snapshots
  const names = async () => (await readdir(home.path)).filter((name) => !name.startsWith('probe')).sort()
  return { snapshots, volumes, prepare, keep, pathOf, reflinks, names }
}

test('a snapshot of a volume in use is a reflink, or an empty file that compute fills', async (t) => {
  const { snapshots, volumes, prepare, keep, pathOf, reflinks, names } = await world(t)
  await volumes.create('v', 1)
  await writeFile(pathOf('volume-v'), 'what the guest wrote', { flag: 'r+' })
  const path = await prepare('s', 'v')
  if (reflinks) assert.equal(path, undefined)
  else {
    assert.equal(path, pathOf('snapshot-s.part'))
    const { size, blocks, mode } = await stat(path)
    assert.deepEqual([size, blocks, mode & 0o777], [gibibyte, 0, 0o600])
    await writeFile(path, 'what the guest wrote', { flag: 'r+' })
  }
  for (const _ of ['once', 'again']) await keep('s')
  assert.equal(await prepare('s', 'v'), undefined)
  assert.deepEqual(await names(), ['snapshot-s', 'volume-v'])
  await snapshots.createVolume('w', 's', 1, 'v')
  assert.equal((await readFile(pathOf('volume-w'))).subarray(0, 20).toString(), 'what the guest wrote')
  await snapshots.remove('s', 'v')
  assert.deepEqual(await names(), ['volume-v', 'volume-w'])
})

test('a prepared snapshot that is never filled is no snapshot, and is removed without a trace', async (t) => {
  const { snapshots, volumes, prepare, keep, reflinks, names } = await world(t)
  await volumes.create('v', 1)
  await assert.rejects(keep('s'), /no copy for snapshot s/)
  for (const _ of ['once', 'again']) await prepare('s', 'v')
  assert.equal((await names()).includes('snapshot-s'), reflinks)
  for (const _ of ['once', 'again']) await snapshots.remove('s', 'v')
  assert.deepEqual(await names(), ['volume-v'])
})

test('the prepared file for an encrypted volume has the LUKS header and none of its data', async (t) => {
  const { volumes, prepare, pathOf, reflinks } = await world(t)
  if (reflinks) return t.skip('the file system has reflinks')
  await volumes.create('v', 1)
  const header = Buffer.alloc(4096 * 3, 'h')
  header.write('LUKS\xba\xbe\x00\x01', 'latin1')
  header.writeUInt32BE(header.length / 512, 104)
  await writeFile(pathOf('volume-v'), Buffer.concat([header, Buffer.alloc(4096, 's')]))
  await truncate(pathOf('volume-v'), gibibyte)
  const path = await prepare('s', 'v')
  assert.ok(path !== undefined)
  await truncate(path, header.length + 4096)
  assert.deepEqual(await readFile(path), Buffer.concat([header, Buffer.alloc(4096)]))
})
