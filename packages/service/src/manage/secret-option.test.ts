import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import type { Given } from './command.ts'
import { givenSecret } from './secret-option.ts'

const names = { plain: 'bootstrap-password', file: 'bootstrap-password-file', errorCode: 3 }
const given = (texts: Readonly<Record<string, string>>): Given => ({
  text: (name) => texts[name],
  flag: () => false,
  texts: () => [],
  words: [],
})

test('a secret is given as an option, as the first line of a file, or not at all', async () => {
  await using home = await temporaryDirectory()
  const path = join(home.path, 'password')
  await writeFile(path, 'Grüße $HOME \nnext line\n')
  assert.equal(await givenSecret(given({ 'bootstrap-password': 'itself' }), names), 'itself')
  assert.equal(await givenSecret(given({ 'bootstrap-password-file': path }), names), 'Grüße $HOME ')
  assert.equal(await givenSecret(given({}), names), undefined)
})

test('ambiguous or unreadable secret options are refused, without showing the secret', async () => {
  await using home = await temporaryDirectory()
  const empty = join(home.path, 'empty')
  await writeFile(empty, '\nsecret\n')
  const refusals = [
    [
      { 'bootstrap-password': 'secret', 'bootstrap-password-file': empty },
      /give either --bootstrap-password or/,
    ],
    [{ 'bootstrap-password-file': empty }, /--bootstrap-password-file: the first line of .*empty is empty/],
    [{ 'bootstrap-password-file': join(home.path, 'gone') }, /gone cannot be read: ENOENT/],
  ] as const
  for (const [texts, message] of refusals)
    await assert.rejects(givenSecret(given(texts), names), (error: Error & { exitCode?: number }) => {
      assert.match(error.message, message)
      assert.doesNotMatch(error.message, /secret/)
      assert.equal(error.exitCode, 3)
      return true
    })
})
