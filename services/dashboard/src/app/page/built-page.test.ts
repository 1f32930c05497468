import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { bytesOf, type HttpResponse } from '@nimbo/http/message'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { page } from '../../api/page.ts'
import { buildPage, type PagePlaces } from './build-page.ts'
import { builtPage } from './built-page.ts'

const longText = 'a text that is worth compressing '.repeat(40)

const makeApp = async (home: string): Promise<PagePlaces> => {
  const app = join(home, 'app')
  await mkdir(app)
  await writeFile(
    join(app, 'index.html'),
    '<!doctype html><div id="here"></div><script type="module" src="/main.ts"></script>',
  )
  await writeFile(join(app, 'main.ts'), `document.title = ${JSON.stringify(longText)}`)
  return { app, sources: [], cache: join(home, 'cache') }
}

const builds = async ({ cache }: PagePlaces): Promise<string[]> =>
  (await readdir(cache)).filter((name) => /^[0-9a-f]{16}$/.test(name))

test('the page is built at the first request, and served in an encoding that the browser accepts', async () => {
  await using home = await temporaryDirectory()
  const places = await makeApp(home.path)
  // Two concurrent requests share one build.
  const [one, other] = await Promise.all([buildPage(places, systemClock), buildPage(places, systemClock)])
  assert.equal(one, other)
  const answer = page(builtPage(places, { clock: systemClock, log: silentLog }))
  const get = (path: string, headers = {}, method = 'GET'): Promise<HttpResponse> =>
    answer({
      ...{ method, path, mount: '/dashboard', origin: 'http://cloud.test:5000', headers, body: undefined },
      ...{ query: new URLSearchParams(), remoteAddress: '', state: { requestId: '' } },
    })
  const index = await get('/')
  const html = (await bytesOf(index.body)).toString()
  assert.match(html, /id="here"/)
  assert.match(index.headers['content-security-policy'] ?? '', /script-src 'self';/)
  assert.equal(index.headers['x-frame-options'], 'DENY')
  assert.equal(index.headers['cache-control'], 'no-cache')
  assert.equal((await bytesOf((await get('/project/instances')).body)).toString(), html)

  const [, script = ''] = /src="\/dashboard(\/assets\/[^"]+)"/.exec(html) ?? []
  const plain = await get(script)
  assert.match(plain.headers['cache-control'] ?? '', /immutable/)
  assert.match(plain.headers['content-type'] ?? '', /javascript/)
  const squeezed = await get(script, { 'accept-encoding': 'gzip, br' })
  assert.equal(squeezed.headers['content-encoding'], 'br')
  assert.ok((await bytesOf(squeezed.body)).length < (await bytesOf(plain.body)).length)
  const refused = await get(script, { 'accept-encoding': 'br;q=0, gzip' })
  assert.equal(refused.headers['content-encoding'], 'gzip')
  const known = await get(script, { 'if-none-match': plain.headers.etag ?? '' })
  assert.deepEqual([known.status, known.body], [304, undefined])
  await assert.rejects(get('/assets/none.js'), { code: 'NoSuchPath' })
  await assert.rejects(get('/', {}, 'POST'), { code: 'OnlyReading' })
  await assert.rejects(get('/assets/%2e%2e/index.html'), { code: 'NoSuchPath' })

  await writeFile(join(places.app, 'main.ts'), 'document.title = "changed"')
  assert.notEqual(await buildPage(places, systemClock), one)
  assert.equal((await builds(places)).length, 2)
})

test('a page that cannot be built is reported as failed, with the reason', async () => {
  await using home = await temporaryDirectory()
  const places = await makeApp(home.path)
  await writeFile(join(places.app, 'main.ts'), 'import "./not-there.ts"')
  const files = builtPage(places, { clock: systemClock, log: silentLog })
  let state = await files.now()
  while (state.kind === 'building') state = await files.now()
  assert.equal(state.kind, 'failed')
  assert.match(state.kind === 'failed' ? state.reason : '', /not-there/)
  assert.deepEqual(await builds(places), [])
})
