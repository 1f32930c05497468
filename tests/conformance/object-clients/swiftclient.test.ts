import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { clientMissing, objectClient } from './object-client.ts'

const program = '/usr/bin/swift'

describe('python-swiftclient', { skip: clientMissing(program) }, () => {
  let cloud: TestCloud
  let swift: ReturnType<typeof objectClient>
  const bytes = randomBytes(300_000)
  before(async () => {
    cloud = await startTestCloud()
    const { authUrl, username, password, projectName } = cloud.access
    swift = objectClient(program, ['--auth-version', '3'], {
      ...{ HOME: cloud.directory, OS_AUTH_URL: authUrl, OS_USERNAME: username, OS_PASSWORD: password },
      ...{ OS_PROJECT_NAME: projectName, OS_USER_DOMAIN_NAME: 'Default', OS_PROJECT_DOMAIN_NAME: 'Default' },
    })
    await writeFile(cloud.state.file('noise'), bytes)
  })
  after(() => cloud[Symbol.asyncDispose]())

  const saved = async (container: string, name: string): Promise<Buffer> => {
    await swift('download', container, name, '-o', cloud.state.file('saved'))
    return readFile(cloud.state.file('saved'))
  }

  it('uploads, lists, shows and downloads an object', async () => {
    await swift(
      'upload',
      'box',
      cloud.state.file('noise'),
      '--object-name',
      'noise',
      '-H',
      'X-Object-Meta-Colour: red',
    )
    assert.equal(await swift('list', 'box'), 'noise\n')
    assert.match(await swift('stat', 'box', 'noise'), /Meta Colour: red/)
    assert.ok(bytes.equals(await saved('box', 'noise')))
  })

  it('uploads static and dynamic large objects', async () => {
    for (const [name, ...words] of [['static', '--use-slo'], ['dynamic']]) {
      const object = ['--object-name', name ?? '', '--segment-size', '100000', ...words]
      await swift('upload', 'box', cloud.state.file('noise'), ...object)
      assert.ok(bytes.equals(await saved('box', name ?? '')))
    }
    assert.match(await swift('list', 'box_segments'), /noise|static/)
  })

  it('copies an object, sets a read ACL, signs a temporary URL, and deletes all', async () => {
    await swift('copy', 'box', 'noise', '-d', '/box/copy')
    assert.ok(bytes.equals(await saved('box', 'copy')))
    await swift('post', 'box', '-r', '.r:*,.rlistings')
    assert.match(await swift('stat', 'box'), /Read ACL: \.r:\*,\.rlistings/)
    await swift('post', '-m', 'Temp-URL-Key: secret')
    const path = `/v1/AUTH_${cloud.admin.projectId}/box/noise`
    const signed = (await swift('tempurl', 'GET', '60', path, 'secret')).trim()
    const answer = await fetch(`${cloud.url}/object-store${signed}`)
    assert.ok(bytes.equals(Buffer.from(await answer.arrayBuffer())))
    await swift('delete', 'box', 'static')
    await swift('delete', '--all')
    assert.equal(await swift('list'), '')
    assert.match(await swift('capabilities'), /tempurl/)
  })
})
