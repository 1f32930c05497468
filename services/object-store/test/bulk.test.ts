import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { pack } from 'tar-stream'
import { type SwiftAccount, swiftAccount } from './account.ts'

const tarOf = async (files: Readonly<Record<string, string>>): Promise<Buffer> => {
  const archive = pack()
  for (const [name, text] of Object.entries(files)) archive.entry({ name }, text)
  archive.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of archive) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const asJson = { accept: 'application/json' }

describe('bulk operations', () => {
  let cloud: TestCloud
  let account: SwiftAccount
  before(async () => {
    cloud = await startTestCloud()
    account = swiftAccount(cloud, await cloud.person('ann'))
  })
  after(() => cloud[Symbol.asyncDispose]())

  it('bulk-delete deletes the listed objects and reports those that failed', async () => {
    for (const container of ['full', 'empty']) await account.ask('PUT', `/${container}`)
    for (const name of ['a', 'b%20c', 'stays']) await account.ask('PUT', `/full/${name}`, { body: 'x' })
    const body = ['/full/a', 'full/b%20c', '/full/none', '/full', '/empty', ''].join('\n')
    const done = await account.ask('POST', '?bulk-delete', {
      headers: { ...asJson, 'content-type': 'text/plain' },
      body,
    })
    assert.deepEqual(
      [done.status, JSON.parse(done.text)],
      [
        200,
        {
          'Number Deleted': 3,
          'Number Not Found': 1,
          'Response Status': '400 Bad Request',
          'Response Body': '',
          Errors: [['/full', '409 Conflict']],
        },
      ],
    )
    assert.equal((await account.ask('GET', '/full')).text, 'stays\n')
  })

  it('extract-archive creates objects from the files of an archive', async () => {
    const archive = await tarOf({ 'one/a.txt': 'a', 'one/deep/b.txt': 'b', 'two/c.txt': 'c' })
    const done = await account.ask('PUT', '?extract-archive=tar.gz', {
      headers: asJson,
      body: gzipSync(archive),
    })
    assert.deepEqual(JSON.parse(done.text), {
      'Number Files Created': 3,
      'Response Status': '201 Created',
      'Response Body': '',
      Errors: [],
    })
    assert.equal((await account.ask('GET', '/one')).text, 'a.txt\ndeep/b.txt\n')
    assert.equal((await account.ask('GET', '/two/c.txt')).text, 'c')
    await account.ask('PUT', '/box/?extract-archive=tar', { body: archive })
    assert.equal((await account.ask('GET', '/box/one/deep/b.txt')).text, 'b')
  })

  it('extract-archive of an invalid archive reports the error and creates nothing', async () => {
    const bad = await account.ask('PUT', '/none?extract-archive=tar', {
      headers: asJson,
      body: 'no archive at all',
    })
    assert.match(JSON.parse(bad.text)['Response Body'], /^Invalid Tar File/)
    assert.equal((await account.ask('PUT', '/none?extract-archive=rar', { body: 'x' })).status, 400)
    assert.equal((await account.ask('HEAD', '/none')).status, 404)
  })
})
