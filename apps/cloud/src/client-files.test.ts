import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { writeClientFiles } from './client-files.ts'

test('openrc sets its variables to what they are, whatever characters the state directory has', async () => {
  await using directory = await temporaryDirectory()
  const cacert = "/home/o'neil/$(false)/ca.pem"
  await writeClientFiles(
    { file: (name) => join(directory.path, name) },
    {
      ...{ authUrl: 'http://cloud/identity/v3', username: 'admin', password: 'secret' },
      ...{ projectName: 'admin', region: 'RegionOne', cacert },
    },
  )
  const script = '. "$0"; printf %s "$OS_CACERT"'
  const { stdout } = await promisify(execFile)('sh', ['-c', script, join(directory.path, 'openrc')])
  assert.equal(stdout, cacert)
})
