import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { textOf } from '@nimbo/http/message'
import { isFault } from '@nimbo/kernel/errors'
import { deleteObject } from '@nimbo/object-store/app/delete-object'
import { takeIn } from '@nimbo/object-store/app/take-in'
import type { SwiftApp } from '@nimbo/object-store/app/app'
import type { ObjectBytes } from '@nimbo/object-store/driver/object-bytes'
import { clearAbandoned } from '@nimbo/object-store/tasks/clear-abandoned'
import { copyObject } from '../src/api/object/copy-object.ts'
import { getObject } from '../src/api/object/get-object.ts'
import { getS3Object } from '../src/api/s3/object/get-s3-object.ts'
import { askingFor, askingS3For, container, create, put, startStore, take } from './store-of-one-container.ts'

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

it('bytes that cannot be removed do not keep others from being removed', async () => {
  const { app, clock, kept, close } = await startStore()
  const stuck = await take(app, 'stuck')
  clock.advance(1000)
  const other = await take(app, 'other')
  clock.advance(60_000)
  const remove = async (id: string): Promise<void> => {
    if (id === stuck.blob.id) throw new Error('the disk does not answer')
    await app.bytes.remove(id)
  }
  await clearAbandoned({ ...app, bytes: { ...app.bytes, remove } })(new AbortController().signal)
  assert.deepEqual([kept.has(stuck.blob.id), kept.has(other.blob.id)], [true, false])
  await clearAbandoned(app)(new AbortController().signal)
  assert.equal(kept.has(stuck.blob.id), false)
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
      news.push('newest', 'last')
      const byS3 = await getS3Object({ ...app, bytes: { ...app.bytes, read } })(askingS3For('doc'))
      assert.deepEqual([byS3.status, await textOf(byS3.body)], [200, 'last'])
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

it('a copy that is refused closes the file of its source', async () => {
  const { app, close } = await startStore()
  const opened: Readable[] = []
  const read: ObjectBytes['read'] = async (id, range) => {
    const data = await app.bytes.read(id, range)
    if (data instanceof Readable) opened.push(data)
    return data
  }
  const copy = copyObject({ ...app, bytes: { ...app.bytes, read } })
  const headers = { 'x-copy-from': '/box/doc' }
  const refused = copy({ ...askingFor('copy'), container: 'nowhere', method: 'PUT', headers })
  await assert.rejects(refused, (error) => isFault(error, 'NotFound'))
  assert.deepEqual(
    opened.map(({ destroyed }) => destroyed),
    [true],
  )
  await close()
})
