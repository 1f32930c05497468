import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { userKey } from './user-key.ts'

test('a user’s key is read from the keyring that ceph.conf names, or else from the one beside ceph.conf', async () => {
  await using directory = await temporaryDirectory()
  const conf = join(directory.path, 'ceph.conf')
  const access = { conf, user: 'cinder' }
  await writeFile(conf, '[global]\nmon host = 192.0.2.1\n')
  await assert.rejects(userKey(access), /no key of client.cinder/)
  await writeFile(join(directory.path, 'ceph.client.cinder.keyring'), '[client.cinder]\n\tkey = AQB=\n')
  assert.equal(await userKey(access), 'AQB=')
  const other = join(directory.path, 'other')
  await writeFile(other, '[client.admin]\nkey = no\n[client.cinder]\nkey = AQC==\n')
  await writeFile(conf, `[client]\nkeyring = ${other}\n`)
  assert.equal(await userKey(access), 'AQC==')
})
