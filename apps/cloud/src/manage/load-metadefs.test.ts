import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { openDatabase } from '@nimbo/db/open-database'
import { migrations } from '@nimbo/image/db/migrations'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { runManage } from './managed-cells.testing.ts'

it('nimbo manage db load_metadefs creates the missing namespaces, and none the second time', async () => {
  await using home = await temporaryDirectory()
  const databases = join(home.path, 'databases')
  await mkdir(databases)
  await (await openDatabase(`sqlite:${databases}/glance.db`, migrations)).destroy()
  const load = () => runManage(['db', 'load_metadefs', '--state-dir', home.path])
  const first = await load()
  assert.deepEqual([first.code, first.complained], [0, ''])
  assert.match(first.said, /^[1-9]\d* namespaces of metadata definitions have been made\.\n$/)
  assert.equal((await load()).said, '0 namespaces of metadata definitions have been made.\n')
})
