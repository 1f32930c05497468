import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { signIn } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import { nimboUpAs } from '@nimbo/testkit/nimbo-process'
import { missingSmallDisks, smallDisk } from '@nimbo/testing/small-disk'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { swiftAccount } from '../../services/object-store/test/account.ts'

const mebibyte = 1_048_576

/** The names of all files below a directory. */
const filesBelow = async (directory: string): Promise<readonly string[]> =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

test('an object for which the disk has no room is refused with 507, and nothing of it is kept', {
  skip: missingSmallDisks(),
}, async () => {
  await using directory = await temporaryDirectory()
  await using disk = await smallDisk(join(directory.path, 'state'), 48)
  await using up = await nimboUpAs({ stateDir: disk.path, within: disk.within })
  const { password } = up.ready.credentials
  const admin = await signIn(up.url, { username: 'admin', password, project: 'admin' })
  const account = swiftAccount(up, admin)
  await account.ask('PUT', '/box')
  const old = 'old'.repeat(10_000)
  assert.equal((await account.ask('PUT', '/box/small', { body: old })).status, 201)
  const kept = await filesBelow(join(disk.outside, 'objects'))
  assert.equal(kept.length, 1)

  const large = await account.ask('PUT', '/box/large', { body: new Uint8Array(64 * mebibyte) })
  assert.equal(large.status, 507)
  assert.match(large.text, /<h1>Insufficient Storage<\/h1>.*There was not enough space to save the resource/)
  await disk.fill()
  // The database is on the full disk too. It has a row for each object, and the bytes of the smallest ones.
  for (const times of [2000, 10_000, 2000, 10_000])
    assert.equal((await account.ask('PUT', '/box/small', { body: 'new'.repeat(times) })).status, 507)
  assert.equal((await account.ask('GET', '/box/small')).text, old)
  assert.equal((await account.ask('GET', '/box')).text, 'small\n')

  await disk.makeRoom()
  await eventually(async () => {
    assert.equal((await account.ask('PUT', '/box/after', { body: 'x' })).status, 201)
    assert.equal((await account.ask('DELETE', '/box/after')).status, 204)
    assert.deepEqual(await filesBelow(join(disk.outside, 'objects')), kept)
  })
})
