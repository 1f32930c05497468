import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import { newKey } from '../../../services/object-store/test/s3-account.ts'
import { clientMissing, objectClient } from './object-client.ts'

const program = '/usr/bin/rclone'

/** Larger than `upload_cutoff` and `chunk_size` below, so that rclone uploads it in parts by both APIs. */
const large = 6 * 1_048_576

describe('rclone', { skip: clientMissing(program) }, () => {
  let cloud: TestCloud
  let rclone: ReturnType<typeof objectClient>
  let directory = ''
  before(async () => {
    cloud = await startTestCloud()
    const { authUrl, username, password, projectName } = cloud.access
    const { accessKeyId, secretAccessKey } = await newKey(cloud.admin)
    const config = cloud.state.file('rclone.conf')
    await writeFile(
      config,
      `[amazon]
type = s3
provider = Other
access_key_id = ${accessKeyId}
secret_access_key = ${secretAccessKey}
endpoint = ${cloud.url}/s3
chunk_size = 5Mi
upload_cutoff = 5Mi

[swift]
type = swift
auth = ${authUrl}
user = ${username}
key = ${password}
tenant = ${projectName}
domain = Default
tenant_domain = Default
chunk_size = 2Mi
`,
    )
    rclone = objectClient(program, ['--config', config, '--retries', '1'], { HOME: cloud.directory })
    directory = cloud.state.file('tree')
    await mkdir(join(directory, 'below'), { recursive: true })
    await writeFile(join(directory, 'large'), randomBytes(large))
    for (const name of ['a b', 'ü', 'below/plus+']) await writeFile(join(directory, name), randomBytes(1000))
  })
  after(() => cloud[Symbol.asyncDispose]())

  for (const remote of ['amazon', 'swift'])
    it(`syncs a directory to ${remote}, checks that it is equal, moves a file, and deletes all`, async () => {
      const box = `${remote}:of-${remote}`
      await rclone('mkdir', box)
      await rclone('sync', directory, box)
      await rclone('check', '--download', directory, box)
      assert.deepEqual((await rclone('lsf', '-R', '--files-only', box)).trim().split('\n').sort(), [
        ...['a b', 'below/plus+', 'large', 'ü'],
      ])
      await rclone('moveto', `${box}/a b`, `${box}/moved`)
      assert.match(await rclone('lsf', box), /^moved$/m)
      assert.equal((await rclone('cat', `${box}/large`, '--count', '10')).length > 0, true)
      await rclone('purge', box)
      assert.doesNotMatch(await rclone('lsd', `${remote}:`), new RegExp(`of-${remote}$`, 'm'))
    })
})
