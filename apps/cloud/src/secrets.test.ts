import assert from 'node:assert/strict'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { openSecrets } from './secrets.ts'

test('secrets that are generated and saved concurrently are all in the file, which is always complete', async () => {
  await using directory = await temporaryDirectory()
  const file = join(directory.path, 'secrets.json')
  const secrets = await openSecrets(file)
  const names = Array.from({ length: 20 }, (_, index) => `secret-${index}`)
  await Promise.all(
    names.map(async (name) => {
      const secret = secrets.get(name)
      await secrets.save()
      assert.equal(JSON.parse(await readFile(file, 'utf8'))[name], secret)
    }),
  )
  const again = await openSecrets(file)
  for (const name of names) assert.equal(again.get(name), secrets.get(name))
})

test('a file of secrets that cannot be read is an error, and no new secrets replace it', async () => {
  await using directory = await temporaryDirectory()
  const file = join(directory.path, 'secrets.json')
  await mkdir(file)
  await assert.rejects(openSecrets(file), { code: 'EISDIR' })
})
