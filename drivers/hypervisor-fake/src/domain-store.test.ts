import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { powerStates } from '@nimbo/compute/driver/hypervisor'
import { newId } from '@nimbo/kernel/ids'
import { directoryStore } from './domain-store.ts'
import type { FakeDomain } from './fake-domain.ts'

const domain = (parts: Partial<FakeDomain> = {}): FakeDomain => ({
  id: newId(),
  name: 'instance-00000001',
  node: 'fake-1',
  power: powerStates.paused,
  log: [],
  volumeIds: [],
  portIds: [],
  ...parts,
})

describe('the directory store of fake domains', () => {
  let directory = ''
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'nimbo-domains-'))
  })
  afterEach(() => rm(directory, { recursive: true }))

  it('loads the last saved state of each domain, and no removed ones', async () => {
    const store = directoryStore(directory)
    const [kept, removed] = [domain(), domain()]
    await store.save(kept)
    await store.save(removed)
    const running = { ...kept, power: powerStates.running }
    await store.save(running)
    await store.remove(removed.id)
    await store.remove(newId())
    assert.deepEqual(await directoryStore(directory).load(), [running])
  })

  it('ignores a record that a crash cut off, and appends further ones after it', async () => {
    const [torn, unborn] = [domain(), domain()]
    await directoryStore(directory).save(torn)
    await appendFile(join(directory, `${torn.id}.json`), '{"id":"')
    await writeFile(join(directory, `${unborn.id}.json`), '{"id"')

    const store = directoryStore(directory)
    assert.deepEqual(await store.load(), [torn])
    const running = { ...torn, power: powerStates.running }
    await store.save(running)
    await store.save(unborn)
    const found = await directoryStore(directory).load()
    assert.deepEqual(
      new Map(found.map((one) => [one.id, one])),
      new Map([running, unborn].map((one) => [one.id, one])),
    )
  })

  it('keeps a file short, however often its domain changes', async () => {
    const store = directoryStore(directory)
    const busy = domain({ log: ['x'.repeat(10_000)] })
    for (let change = 0; change < 50; change += 1) await store.save(busy)
    assert.deepEqual(await readdir(directory), [`${busy.id}.json`])
    assert.ok((await stat(join(directory, `${busy.id}.json`))).size < 100_000)
    assert.deepEqual(await directoryStore(directory).load(), [busy])
  })
})
