import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestOf } from './fixtures.testing.ts'
import { sizelimit } from './filters/sizelimit.ts'
import { loadPaste, PasteError } from './paste.ts'
import { flagIn, wholeNumberIn } from './paste-settings.ts'
import { ok } from './reply.ts'

const limited = (limit: string) =>
  loadPaste(`[pipeline:main]\npipeline = limit api\n[filter:limit]\nmost = ${limit}`, 'main', {
    filters: { limit: (settings) => sizelimit(wholeNumberIn(settings, 'most', 10)) },
    apps: { api: async () => ok('done') },
  })

test('a limit of a filter is a whole number; other text is refused instead of turning the limit off', async () => {
  const long = requestOf({ method: 'POST', headers: { 'content-length': '200' } })
  await assert.rejects(async () => limited('100')(long), { code: 'RequestTooLarge' })
  assert.throws(() => limited('100k'), new PasteError('most = 100k is not a whole number'))
  assert.equal(wholeNumberIn({}, 'most', 10), 10)
})

test('a flag of a filter takes the words that oslo.config takes', () => {
  for (const word of ['true', 'True', 'yes', 'on', '1']) assert.equal(flagIn({ flag: word }, 'flag'), true)
  for (const word of ['false', 'no', 'off', '0']) assert.equal(flagIn({ flag: word }, 'flag'), false)
  assert.equal(flagIn({}, 'flag'), false)
  assert.throws(() => flagIn({ flag: 'perhaps' }, 'flag'), PasteError)
})
