import assert from 'node:assert/strict'
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openFernet, sealFernet } from '../../domain/tokens/fernet.ts'
import { openKeyRepository, rotateKeys } from './key-repository.ts'

const inDirectory = async (story: (directory: string) => Promise<void>): Promise<void> => {
  const parent = await mkdtemp(join(tmpdir(), 'nimbo-keys-'))
  try {
    await story(join(parent, 'fernet-keys'))
  } finally {
    await rm(parent, { recursive: true })
  }
}

test('opening an empty key repository creates two keys that only their owner can read', () =>
  inDirectory(async (directory) => {
    await openKeyRepository(directory)
    assert.deepEqual((await readdir(directory)).sort(), ['0', '1'])
    assert.equal((await stat(directory)).mode & 0o777, 0o700)
    assert.equal((await stat(join(directory, '1'))).mode & 0o777, 0o600)
  }))

test('opening a key repository again keeps its keys', () =>
  inDirectory(async (directory) => {
    const first = await openKeyRepository(directory)
    const again = await openKeyRepository(directory)
    assert.deepEqual(again.all(), first.all())
  }))

test('processes that open an empty key repository at the same time get the same keys', () =>
  inDirectory(async (directory) => {
    const rings = await Promise.all(Array.from({ length: 8 }, () => openKeyRepository(directory)))
    for (const ring of rings) assert.deepEqual(ring.all(), rings[0]?.all())
    assert.deepEqual((await readdir(directory)).sort(), ['0', '1'])
  }))

test('a rotation after an interrupted one completes it and keeps the primary key', () =>
  inDirectory(async (directory) => {
    const keys = await openKeyRepository(directory)
    await rename(join(directory, '0'), join(directory, '2'))
    await keys.reload()
    const primary = keys.primary()
    await rotateKeys(directory, 3)
    await keys.reload()
    assert.deepEqual(keys.primary(), primary)
    assert.deepEqual((await readdir(directory)).sort(), ['0', '1', '2'])
  }))

test('a rotation makes the staged key primary and keeps as many keys as asked', () =>
  inDirectory(async (directory) => {
    const keys = await openKeyRepository(directory)
    const staged = keys.all().at(-1)
    const token = sealFernet(keys.primary(), Buffer.from('x'), 0)
    await rotateKeys(directory, 3)
    await keys.reload()
    assert.deepEqual(keys.primary(), staged)
    assert.ok(openFernet(keys.all(), token))
    assert.deepEqual((await readdir(directory)).sort(), ['0', '1', '2'])
    await rotateKeys(directory, 3)
    await keys.reload()
    assert.deepEqual((await readdir(directory)).sort(), ['0', '2', '3'])
    assert.equal(openFernet(keys.all(), token), undefined)
  }))
