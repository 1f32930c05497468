import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { enter } from '@nimbo/testkit/cloud-under-test'
import { inEachShape } from '@nimbo/testkit/in-each-shape'

const launchCode = 'nobody-may-know-this-launch-code'

const pathOf = (ref: string): string => new URL(ref).pathname.replace(/^\/key-manager/, '')

/** Every file below a directory that holds the text. */
const filesWith = async (directory: string, text: string): Promise<string[]> => {
  const found: string[] = []
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (bytes.includes(text)) found.push(path)
  }
  return found
}

inEachShape('a secret', { distributedByName: true }, (cloud) => {
  let ada: Client
  let eve: Client
  let secret = ''
  before(async () => {
    ada = await cloud().person('ada')
    eve = await cloud().person('eve')
  })

  it('can be read by its project, and by no other', async () => {
    const stored = await ada['key-manager'].post('/v1/secrets', {
      ...{ name: 'name-of-the-launch', payload: launchCode, payload_content_type: 'text/plain' },
    })
    assert.equal(stored.status, 201)
    secret = pathOf(stored.body.secret_ref)
    const payload = await ada['key-manager'].get(`${secret}/payload`, { accept: 'text/plain' })
    assert.deepEqual([payload.status, payload.body], [200, launchCode])
    const other = await eve['key-manager'].get(`${secret}/payload`, { accept: 'text/plain' })
    assert.equal(other.status, 403)
    assert.equal((await eve['key-manager'].get(secret)).status, 403)
    assert.equal((await eve['key-manager'].get('/v1/secrets')).body.total, 0)
  })

  it('can be read, but not deleted, by a user whom its access list names', async () => {
    const said = await ada['key-manager'].put(`${secret}/acl`, { read: { users: [eve.userId] } })
    assert.equal(said.status, 200)
    const payload = await eve['key-manager'].get(`${secret}/payload`, { accept: 'text/plain' })
    assert.equal(payload.body, launchCode)
    assert.equal((await eve['key-manager'].delete(secret)).status, 403)
    await ada['key-manager'].delete(`${secret}/acl`)
    assert.equal((await eve['key-manager'].get(`${secret}/payload`)).status, 403)
  })

  it('is stored in no file in plain text or base64', async () => {
    // Its name is in a file, where the database is one: so the search does find what is stored in plain text.
    const seen = await filesWith(cloud().directory, 'name-of-the-launch')
    assert.equal(seen.length > 0, cloud().shape === 'embedded')
    assert.deepEqual(await filesWith(cloud().directory, launchCode), [])
    assert.deepEqual(await filesWith(cloud().directory, Buffer.from(launchCode).toString('base64')), [])
  })

  it('can still be read after a restart of the cloud, and is gone once deleted', async () => {
    await cloud().restart()
    ada = await enter(cloud(), { username: 'ada', password: 'ada-secret', project: 'ada' })
    const payload = await ada['key-manager'].get(`${secret}/payload`, { accept: 'text/plain' })
    assert.equal(payload.body, launchCode)
    assert.equal((await ada['key-manager'].delete(secret)).status, 204)
    assert.equal((await ada['key-manager'].get(secret)).status, 404)
  })
})
