import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { masterKeysIn, rotateMasterKeys } from '../src/app/sealing/master-keys.ts'
import { makeKek } from '../src/app/sealing/vault.ts'
import { isSealedBy } from '../src/db/project-keks.ts'
import { resealKeks, resealSecrets } from '../src/manage/reseal.ts'
import { startKeyStory } from './key-story.ts'

const secret = { payload: 'open sesame', payload_content_type: 'text/plain' }

it('secrets stay readable while the master key and the key of their project are replaced', async () => {
  await using home = await temporaryDirectory()
  const story = await startKeyStory({ home: home.path })
  const path = await story.made('POST', '/v1/secrets', secret)
  const payload = async () =>
    String(
      (await story.send('GET', `${path}/payload`, undefined, { headers: { accept: 'text/plain' } })).body,
    )
  const directory = join(home.path, 'barbican-keks')
  const keys = await masterKeysIn(directory)
  const db = await story.database()
  assert.equal((await stat(join(directory, 'kek'))).mode & 0o777, 0o600)

  const [before] = await keys()
  await rotateMasterKeys(directory, (id) => isSealedBy(db, id))
  assert.equal((await keys()).length, 2)
  assert.equal(await payload(), 'open sesame')
  assert.equal(await resealKeks(db, await keys()), 1)
  assert.equal(await isSealedBy(db, before.id), false)
  assert.equal(await payload(), 'open sesame')
  await rotateMasterKeys(directory, (id) => isSealedBy(db, id))
  assert.ok((await keys()).every(({ id }) => id !== before.id))
  assert.equal(await payload(), 'open sesame')

  const [first] = await keys()
  await makeKek(db, first, 'web', { now: () => Date.now() + 1000, after: () => () => {} })
  assert.equal(await resealSecrets(db, await keys(), 'web'), 1)
  assert.equal(await resealSecrets(db, await keys(), 'web'), 0)
  assert.equal(await payload(), 'open sesame')
  await story.stop()
})

it('no new master key is lost when several processes rotate at the same time', async () => {
  await using home = await temporaryDirectory()
  const keys = await masterKeysIn(home.path)
  const [first] = await keys()
  const rotations = await Promise.allSettled(
    Array.from({ length: 3 }, () => rotateMasterKeys(home.path, async () => true)),
  )
  const done = rotations.filter(({ status }) => status === 'fulfilled').length
  assert.ok(done > 0)
  assert.equal((await keys()).length, 1 + done)
  await rotateMasterKeys(home.path, async () => true)
  const all = await keys()
  assert.deepEqual([all.length, all.at(-1)?.id], [2 + done, first.id])
})

it('a secret is unreadable without its master key, or with the sealed bytes of another secret', async () => {
  await using home = await temporaryDirectory()
  const story = await startKeyStory({ home: home.path })
  const path = await story.made('POST', '/v1/secrets', secret)
  const file = join(home.path, 'barbican-keks', 'kek')
  const kept = await readFile(file, 'utf8')
  await writeFile(file, `${Buffer.alloc(32, 7).toString('base64')}\n`)
  const lost = await story.send('GET', `${path}/payload`)
  assert.equal(lost.status, 500)
  assert.ok(!JSON.stringify(lost.body).includes('sesame'))
  await writeFile(file, kept)
  assert.equal((await story.send('GET', `${path}/payload`)).status, 200)

  const other = await story.made('POST', '/v1/secrets', { ...secret, payload: 'other' })
  const db = await story.database()
  const row = await db
    .selectFrom('secrets')
    .select('sealed')
    .where('id', '=', path.split('/').at(-1) ?? '')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('secrets')
    .set({ sealed: row.sealed })
    .where('id', '=', other.split('/').at(-1) ?? '')
    .execute()
  assert.equal((await story.send('GET', `${other}/payload`)).status, 500)
  await story.stop()
})
