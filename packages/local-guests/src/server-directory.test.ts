import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { newId } from '@nimbo/kernel/ids'
import {
  isOfAnotherHost,
  makeServerDirectory,
  removeServerDirectory,
  serversIn,
  takeServerDirectory,
} from './server-directory.ts'

test('on shared storage a host neither lists nor removes the server directories of another host', async (t) => {
  const shared = await mkdtemp(join(tmpdir(), 'nimbo-shared-'))
  t.after(() => rm(shared, { recursive: true }))
  const id = newId()
  const directory = join(shared, id)
  await makeServerDirectory(directory, 'a')
  await makeServerDirectory(directory, 'b')
  assert.deepEqual([await serversIn(shared, 'a'), await serversIn(shared, 'b')], [[id], []])
  assert.deepEqual(
    [await isOfAnotherHost(directory, 'a'), await isOfAnotherHost(directory, 'b')],
    [false, true],
  )
  await removeServerDirectory(directory, 'b')
  assert.ok(existsSync(directory), 'the directory of another host is not removed')

  await takeServerDirectory(directory, 'b')
  await removeServerDirectory(directory, 'a')
  assert.deepEqual([await serversIn(shared, 'a'), await serversIn(shared, 'b')], [[], [id]])
  await removeServerDirectory(directory, 'b')
  assert.ok(!existsSync(directory))
})

test('a server directory without a host name belongs to any host that asks', async (t) => {
  const instances = await mkdtemp(join(tmpdir(), 'nimbo-unnamed-'))
  t.after(() => rm(instances, { recursive: true }))
  const id = newId()
  await mkdir(join(instances, id))
  assert.deepEqual(await serversIn(instances, 'a'), [id])
  await removeServerDirectory(join(instances, id), 'a')
  assert.deepEqual(await serversIn(instances, 'a'), [])
})
