import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestOf } from './fixtures.testing.ts'
import { bytesOf, type Handler } from './message.ts'
import { type FilterFactory, loadPaste, PasteError } from './paste.ts'
import { ok } from './reply.ts'

/** A filter that wraps the inner reply in its name and settings. */
const wrap =
  (name: string): FilterFactory =>
  (settings) =>
  (next) =>
  async (request) => {
    const inner = JSON.parse((await bytesOf((await next(request)).body)).toString())
    return ok([name, settings, inner])
  }

const app =
  (name: string): Handler =>
  async ({ path, mount }) =>
    ok(`${name} ${mount} ${path}`)

const parts = {
  filters: { cors: wrap('cors'), auth: wrap('auth') },
  apps: { api: app('api'), versions: app('versions') },
}

const text = `
# a comment
[composite:main]
use = egg:Paste#urlmap
/: versions
/v2.1/: secured
/v2: plain

[pipeline:secured]
pipeline = cors
    renamed api

[pipeline:plain]
pipeline = api

[filter:renamed]
use = auth
delay_auth_decision = true
url = http://x:5000/v3
`

const answer = async (path: string): Promise<unknown> =>
  JSON.parse((await bytesOf((await loadPaste(text, 'main', parts)(requestOf({ path }))).body)).toString())

test('a request is routed by the longest prefix, through the filters of its pipeline in order', async () => {
  assert.equal(await answer('/'), 'versions  /')
  assert.equal(await answer('/v2/x'), 'api /v2 /x')
  assert.deepEqual(await answer('/v2.1/x'), [
    'cors',
    {},
    ['auth', { delay_auth_decision: 'true', url: 'http://x:5000/v3' }, 'api /v2.1 /x'],
  ])
})

for (const [what, file, words] of [
  [
    'an unknown filter',
    '[pipeline:main]\npipeline = nope api',
    /^there is no filter named nope; known are cors, auth$/,
  ],
  ['an unknown section', '[composite:main]\n/: nope', /^there is no composite, pipeline or app named nope$/],
  ['a line that means nothing', '[pipeline:main]\nwhat', /^line 2 is not understood: what$/],
  ['a setting outside any section', 'a = b', /^line 1 is not understood: a = b$/],
  ['an empty pipeline', '[pipeline:main]\npipeline =', /^pipeline main is empty$/],
  ['a section within itself', '[composite:main]\n/: main', /^section main contains itself$/],
] as const)
  test(`${what} is reported in one line`, () => {
    assert.throws(
      () => loadPaste(file, 'main', parts),
      (error) => error instanceof PasteError && words.test(error.message),
    )
  })
