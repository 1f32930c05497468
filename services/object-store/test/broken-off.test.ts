import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { loadConfig } from '@nimbo/config/load-config'
import { noQuery, type Payload, textOf } from '@nimbo/http/message'
import { isFault } from '@nimbo/kernel/errors'
import { silentLog } from '@nimbo/kernel/log'
import { deleteObject } from '@nimbo/object-store/app/delete-object'
import { putObject } from '@nimbo/object-store/app/put-object'
import { takeIn } from '@nimbo/object-store/app/take-in'
import { type SwiftApp, swiftApp } from '@nimbo/object-store/app/app'
import { commonOptions } from '@nimbo/service/common-options'
import { swiftOptions } from '@nimbo/object-store/config'
import { migrations } from '@nimbo/object-store/db/migrations'
import type { SwiftTables } from '@nimbo/object-store/db/tables'
import type { ObjectBytes } from '@nimbo/object-store/driver/object-bytes'
import { getObject } from '../src/api/object/get-object.ts'
import type { ObjectRequest } from '../src/api/object-request.ts'
import { onlyPolicy } from '../src/driver/storage-policy.ts'
import { blobName } from '../src/domain/blob-name.ts'
import { hashing } from '@nimbo/trace/thread/hashing'
import { clearAbandoned } from '@nimbo/object-store/tasks/clear-abandoned'
import { shiftedClock } from '@nimbo/testing/shifted-clock'
import { testDatabase } from '@nimbo/testing/test-database'

const container = {
  ...{ id: 'c', account: 'AUTH_a', name: 'box', createdAt: '1', updatedAt: '1', metadata: {} },
  ...{ policy: 'Policy-0', objectCount: 0, bytesUsed: 0 },
}

/** A driver that stores bytes in memory. */
const bytesInMemory = () => {
  const kept = new Map<string, Payload>()
  const bytes: ObjectBytes = {
    write: async (id, data) => void kept.set(id, await textOf(data)),
    read: async (id) => {
      if (!kept.has(id)) throw new Error(`there is no ${id}`)
      return Readable.from([Buffer.from(String(kept.get(id)))])
    },
    remove: async (id) => void kept.delete(id),
  }
  return { kept, bytes }
}

class Died extends Error {}

/** Simulates a process that dies at a moment: nothing it does afterwards has any effect. */
const dyingAt = (moment: number) => {
  let moments = 0
  const pass = (): void => {
    moments += 1
    if (moments > moment) throw new Died()
  }
  const around =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      pass()
      const result = await work(...given)
      pass()
      return result
    }
  return { around, isDead: () => moments > moment }
}

const mortal = (app: SwiftApp, { around }: ReturnType<typeof dyingAt>): SwiftApp => ({
  ...app,
  bytes: { ...app.bytes, write: around(app.bytes.write), remove: around(app.bytes.remove) },
  blobsInDoubt: {
    ...app.blobsInDoubt,
    add: around(app.blobsInDoubt.add),
    settle: around(app.blobsInDoubt.settle),
    forget: around(app.blobsInDoubt.forget),
  },
  unit: (work) => around(() => app.unit(work))(),
})

/** Bytes of announced size are read into memory first, others are stored as they arrive. */
const take = (app: SwiftApp, text: string, announced?: number) =>
  takeIn(app, Readable.from([Buffer.from(text)]), { most: 100, size: announced, policy: 'Policy-0' })

const create = async (
  app: SwiftApp,
  { blob, size, etag }: Awaited<ReturnType<typeof take>>,
): Promise<void> => {
  const object = { name: 'doc', size, etag, contentType: 'text/plain', headers: {}, deleteAt: null }
  await putObject(app, container, { ...object, kind: 'bytes' }, blob)
}

const put = async (app: SwiftApp, text: string, announced?: number): Promise<void> =>
  create(app, await take(app, text, announced))

/** A store with one container, which has the object `doc`. */
const startStore = async ({ hasRows = false } = {}) => {
  const { db, close } = await testDatabase<SwiftTables>(migrations)
  const clock = shiftedClock()
  const { kept, bytes } = bytesInMemory()
  const config = loadConfig({ files: [], env: {}, options: [...commonOptions, ...swiftOptions] })
  const unified = { of: async () => new Map(), levels: async () => [] }
  const app = swiftApp(db, {
    policies: [{ ...onlyPolicy(bytes), hasRows }],
    clock,
    log: silentLog,
    ...{ config, unified, hashing: hashing({ clock, log: silentLog }) },
  })
  await app.accounts.create({ name: 'AUTH_a', createdAt: '1', metadata: {} })
  await app.containers.create(container)
  await put(app, 'old', hasRows ? 3 : undefined)
  const names = async (): Promise<readonly string[]> => {
    const rows = await db.selectFrom('small_bytes').select('id').execute()
    return [...kept.keys(), ...rows.map(({ id }) => blobName({ place: 'row', id, secret: undefined }))]
  }
  return { app, clock, kept, names, close }
}

/** An upper bound of the number of moments in each of the changes below. */
const mostMoments = 30

const changes: Readonly<Record<string, (app: SwiftApp) => Promise<unknown>>> = {
  'a replacement': (app) => put(app, 'new'),
  'a replacement of announced size': (app) => put(app, 'new', 3),
  'a deletion': (app) => deleteObject(app, container, 'doc'),
}

const dies = (hasRows: boolean): void => {
  for (const [name, change] of Object.entries(changes))
    it(`${name} is done completely or not at all, and leaves no orphaned bytes`, async () => {
      const outcomes = new Set<string | undefined>()
      for (let moment = 0; moment < mostMoments; moment += 1) {
        const { app, clock, names, close } = await startStore({ hasRows })
        const life = dyingAt(moment)
        await change(mortal(app, life)).catch((error: unknown) =>
          assert.ok(error instanceof Died, String(error)),
        )
        clock.advance(60_000)
        await clearAbandoned(app)(new AbortController().signal)
        const object = await app.objects.find('c', 'doc')
        const text = object && (await textOf(await app.bytes.read(object.blob ?? '')))
        outcomes.add(text)
        assert.deepEqual(await names(), object ? [object.blob] : [], `moment ${moment}`)
        const figures = await app.containers.find('AUTH_a', 'box')
        assert.equal(figures?.objectCount, object ? 1 : 0)
        assert.equal(figures?.bytesUsed, object?.size ?? 0)
        await close()
        if (!life.isDead()) break
        assert.ok(moment < mostMoments - 1, 'the change has more moments than were tried')
      }
      assert.deepEqual([...outcomes], name === 'a deletion' ? ['old', undefined] : ['old', 'new'])
    })
}

describe('when a process dies at any moment', () => dies(false))
describe('when a process that stores small objects in its database dies at any moment', () => dies(true))

it('an upload whose bytes are being cleared as abandoned is refused, and the old object stays', async () => {
  const { app, clock, kept, close } = await startStore()
  const late = await take(app, 'new')
  clock.advance(60_000)
  let refusal: unknown
  const remove = async (id: string): Promise<void> => {
    await create(app, late).catch((error: unknown) => (refusal = error))
    await app.bytes.remove(id)
  }
  await clearAbandoned({ ...app, bytes: { ...app.bytes, remove } })(new AbortController().signal)
  assert.ok(isFault(refusal) && refusal.kind === 'unavailable', String(refusal))
  const object = await app.objects.find('c', 'doc')
  assert.equal(await textOf(await app.bytes.read(object?.blob ?? '')), 'old')
  assert.deepEqual([...kept.keys()], [object?.blob])
  await close()
})

for (const announced of [3, 100_000])
  it(`an upload of more than the announced ${announced} bytes ends as soon as it exceeds them`, async () => {
    const { app, kept, close } = await startStore()
    let sent = 0
    const endless = function* () {
      for (; sent < 10_000_000; sent += 65_536) yield Buffer.alloc(65_536)
    }
    const taken = takeIn(app, Readable.from(endless(), { objectMode: false }), {
      ...{ most: 1_000_000_000, size: announced, policy: 'Policy-0' },
    })
    await assert.rejects(taken, (error) => isFault(error, 'Invalid'))
    assert.ok(sent < 2_000_000, `${sent} bytes were read`)
    assert.equal(kept.size, 1)
    await close()
  })

describe('a download of an object that changes between its lookup and the read of its bytes', () => {
  for (const hasRows of [false, true])
    it(`looks a replaced object up again${hasRows ? ', also one in the database' : ''}`, async () => {
      const { app, close } = await startStore({ hasRows })
      const news = ['new', 'newer']
      const read: ObjectBytes['read'] = async (id, range) => {
        const next = news.shift()
        if (next !== undefined) await put(app, next, hasRows ? next.length : undefined)
        return app.bytes.read(id, range)
      }
      const get = getObject({ ...app, bytes: { ...app.bytes, read } })
      const { status, body } = await get(askingFor('doc'))
      assert.deepEqual([status, await textOf(body)], [200, 'newer'])
      await close()
    })

  it('answers NotFound for a deleted object', async () => {
    const { app, close } = await startStore()
    const read: ObjectBytes['read'] = async (id) => {
      await deleteObject(app, container, 'doc')
      return app.bytes.read(id)
    }
    const asked = getObject({ ...app, bytes: { ...app.bytes, read } })(askingFor('doc'))
    await assert.rejects(asked, (error) => isFault(error, 'NotFound'))
    await close()
  })
})

const askingFor = (object: string): ObjectRequest => {
  const common = { method: 'GET', query: noQuery, headers: {}, body: undefined }
  return {
    ...{ ...common, account: 'AUTH_a', container: 'box', object },
    access: { may: () => true, isKnown: true },
    http: {
      ...{ ...common, path: '/', mount: '', origin: 'http://x', remoteAddress: '' },
      state: { requestId: 'req-1' },
    },
  }
}
