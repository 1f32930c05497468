import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { beginAndLeave } from '@nimbo/testkit/begin-and-leave'
import { eventually } from '@nimbo/testing/eventually'
import { recordingLog } from '@nimbo/testing/recording-log'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { swiftAccount } from '../../services/object-store/test/account.ts'

test('an upload whose client disconnects is logged with the status 499, and nothing of it is kept', async () => {
  const { log, lines } = recordingLog()
  await using cloud = await startTestCloud({ log })
  const account = swiftAccount(cloud, cloud.admin)
  await account.ask('PUT', '/box')
  const old = 'old'.repeat(10_000)
  await account.ask('PUT', '/box/doc', { body: old })
  const filesThere = async () =>
    (await readdir(join(cloud.directory, 'objects'), { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile(),
    )
  assert.equal((await filesThere()).length, 1)
  // One that is buffered in memory, one that is written to the disk, and one without a declared length.
  const lengths = ['Content-Length: 60000', 'Content-Length: 10000000', 'Transfer-Encoding: chunked']
  for (const length of lengths) {
    const sent = `${length.startsWith('T') ? '100000\r\n' : ''}${'x'.repeat(50_000)}`
    await beginAndLeave(
      cloud.url,
      `PUT ${account.path}/box/doc HTTP/1.1\r\nHost: x\r\nX-Auth-Token: ${cloud.admin.token}\r\n${length}\r\n\r\n${sent}`,
    )
  }
  await eventually(() => {
    const logged = lines.filter(({ message, fields }) => message === 'request' && fields.status === 499)
    assert.deepEqual(
      logged.map(({ fields }) => fields.operation),
      lengths.map(() => 'object-store.objects.put'),
    )
  })
  assert.equal((await account.ask('GET', '/box/doc')).text, old)
  assert.equal((await account.ask('GET', '/box')).text, 'doc\n')
  assert.equal((await account.ask('HEAD', '/box')).headers.get('x-container-bytes-used'), '30000')
  await eventually(async () => assert.equal((await filesThere()).length, 1))
})
