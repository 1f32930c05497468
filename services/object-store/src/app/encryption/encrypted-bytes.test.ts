import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import { textOf } from '@nimbo/http/message'
import { blobName } from '../../domain/blob-name.ts'
import type { RootSecrets } from '../../domain/encryption/root-secrets.ts'
import type { ObjectBytes } from '../../driver/object-bytes.ts'
import { encryptedBytes } from './encrypted-bytes.ts'

const inMemory = (): ObjectBytes => {
  const kept = new Map<string, Buffer>()
  return {
    write: async (id, data) => {
      kept.set(id, Buffer.concat(await data.toArray()))
    },
    read: async (id, range) => {
      const all = kept.get(id)
      if (all === undefined) throw new Error(`there is no ${id}`)
      return Readable.from([range === undefined ? all : all.subarray(range.first, range.last + 1)])
    },
    remove: async (id) => {
      kept.delete(id)
    },
  }
}

const secrets = (active: string | undefined, ...ids: string[]): RootSecrets => ({
  active,
  byId: new Map(ids.map((id) => [id, known.get(id) ?? Buffer.alloc(32)])),
})
const known = new Map(['', 'new'].map((id) => [id, randomBytes(32)]))

it('bytes are decrypted with the secret that encrypted them, whichever is active now', async () => {
  const driver = inMemory()
  const before = encryptedBytes(driver, secrets('', ''))
  const old = blobName({ place: 0, id: 'one', secret: '' })
  await before.write(old, Readable.from(['by the old secret']))
  const after = encryptedBytes(driver, secrets('new', '', 'new'))
  const fresh = blobName({ place: 0, id: 'two', secret: 'new' })
  await after.write(fresh, Readable.from(['by the new secret']))
  assert.equal(await textOf(await after.read(old)), 'by the old secret')
  assert.equal(await textOf(await after.read(fresh, { first: 7, last: 9 })), 'new')
  assert.equal((await textOf(await driver.read('two'))).includes('secret'), false)
})

it('bytes stored before encryption stay readable, and encrypted ones need their secret', async () => {
  const driver = inMemory()
  await driver.write('plain', Readable.from([Buffer.from('plain')]))
  const withSecrets = encryptedBytes(driver, secrets('new', 'new'))
  assert.equal(await textOf(await withSecrets.read('plain')), 'plain')
  const name = blobName({ place: 0, id: 'x', secret: 'new' })
  await withSecrets.write(name, Readable.from(['hidden']))
  await assert.rejects(
    encryptedBytes(driver, secrets('', '')).read(name),
    /there is no encryption_root_secret_new/,
  )
  await assert.rejects(encryptedBytes(driver, undefined).read(name), /no keymaster/)
})
