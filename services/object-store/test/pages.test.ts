import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@nimbo/testkit/client'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { type SwiftAccount, stranger, swiftAccount } from './account.ts'

describe('browsers', () => {
  let cloud: TestCloud
  let ann: Client
  let owned: SwiftAccount
  let visitor: SwiftAccount
  before(async () => {
    cloud = await startTestCloud()
    ann = await cloud.person('ann')
    owned = swiftAccount(cloud, ann)
    visitor = swiftAccount(cloud, ann, stranger)
  })
  after(() => cloud[Symbol.asyncDispose]())

  it('see a container as a website, with index pages, listings and an error page', async () => {
    const site = {
      'x-container-read': '.r:*,.rlistings',
      'x-container-meta-web-index': 'index.html',
      'x-container-meta-web-error': 'error.html',
      'x-container-meta-web-listings': 'true',
    }
    await owned.ask('PUT', '/site', { headers: site })
    const pages = {
      'index.html': 'home',
      'docs/index.html': 'docs',
      'files/<a>.txt': 'a',
      '404error.html': 'lost',
    }
    for (const [name, body] of Object.entries(pages))
      await owned.ask('PUT', `/site/${encodeURI(name)}`, { body })
    assert.equal((await visitor.ask('GET', '/site')).status, 301)
    assert.equal((await visitor.ask('GET', '/site/')).text, 'home')
    const moved = await visitor.ask('GET', '/site/docs')
    assert.deepEqual([moved.status, moved.headers.get('location')], [301, `${owned.url}/site/docs/`])
    assert.equal((await visitor.ask('GET', '/site/docs/')).text, 'docs')
    const folder = await visitor.ask('GET', '/site/files/')
    assert.match(folder.headers.get('content-type') ?? '', /^text\/html/)
    assert.ok(folder.text.includes('<a href="%3Ca%3E.txt">&lt;a&gt;.txt</a>'), folder.text)
    const lost = await visitor.ask('GET', '/site/none')
    assert.deepEqual([lost.status, lost.text], [404, 'lost'])
    assert.match((await owned.ask('GET', '/site')).text, /^404error.html\n/)
  })

  it('see the pages of a website whose listings are not public, and 404 for those that are missing', async () => {
    const site = { 'x-container-read': '.r:*', 'x-container-meta-web-index': 'index.html' }
    await owned.ask('PUT', '/closed', { headers: { ...site, 'x-container-meta-web-error': 'error.html' } })
    for (const name of ['docs/index.html', '404error.html'])
      await owned.ask('PUT', `/closed/${name}`, { body: name })
    assert.equal((await visitor.ask('GET', '/closed/docs')).status, 301)
    const lost = await visitor.ask('GET', '/closed/none')
    assert.deepEqual([lost.status, lost.text], [404, '404error.html'])
  })

  describe('that upload files by a form', () => {
    const key = 'of-ann'
    const boundary = 'cut'
    const part = (head: string, text: string): string =>
      `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
    const post = (fields: Record<string, string>, files: Record<string, string>) => {
      const parts = [
        ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value)),
        ...Object.entries(files).map(([name, text]) => part(`name="file"; filename="${name}"`, text)),
      ]
      return visitor.ask('POST', '/form/sent-', {
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: `${parts.join('')}--${boundary}--\r\n`,
      })
    }
    const signed = (changes: Record<string, string> = {}): Record<string, string> => {
      const expires = String(Math.floor(Date.now() / 1000) + 60)
      const fields = { redirect: '', max_file_size: '10', max_file_count: '2', expires, ...changes }
      const path = `${owned.path.replace('/object-store', '')}/form/sent-`
      const text = [path, fields.redirect, fields.max_file_size, fields.max_file_count, fields.expires].join(
        '\n',
      )
      return { ...fields, signature: createHmac('sha256', key).update(text).digest('hex') }
    }
    before(async () => {
      await owned.ask('PUT', '/form')
      await owned.ask('POST', '', { headers: { 'x-account-meta-temp-url-key': key } })
    })

    it('can send only as many files, and as large, as was signed', async () => {
      assert.equal((await post(signed(), { 'a.txt': 'aaa', 'b.txt': 'bbb' })).status, 201)
      assert.equal((await owned.ask('GET', '/form')).text, 'sent-a.txt\nsent-b.txt\n')
      assert.equal((await owned.ask('GET', '/form/sent-b.txt')).text, 'bbb')
      assert.equal((await post(signed(), { large: 'x'.repeat(11) })).status, 413)
      assert.equal((await owned.ask('HEAD', '/form/sent-large')).status, 404)
      assert.equal((await post(signed(), { one: '1', two: '2', three: '3' })).status, 400)
      assert.equal((await post(signed(), {})).status, 400)
    })

    it('are redirected to the page that was signed', async () => {
      const redirect = 'https://app.example.com/done'
      const done = await post(signed({ redirect }), { c: 'c' })
      assert.deepEqual([done.status, done.headers.get('location')], [303, `${redirect}?status=201&message=`])
    })

    it('are refused with changed limits, or after the form has expired', async () => {
      assert.equal((await post({ ...signed(), max_file_size: '1000' }, { d: 'd' })).status, 401)
      const elsewhere = { ...signed(), redirect: 'https://elsewhere.example.org/' }
      assert.equal((await post(elsewhere, { d: 'd' })).status, 401)
      for (const limit of ['max_file_size', 'max_file_count'])
        assert.equal((await post(signed({ [limit]: 'ten' }), { d: 'd' })).status, 400, limit)
      assert.equal((await post(signed({ expires: '1' }), { d: 'd' })).status, 401)
      assert.equal((await owned.ask('HEAD', '/form/sent-d')).status, 404)
    })
  })
})
