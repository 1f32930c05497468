import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as s3 from '@aws-sdk/client-s3'
import { eventually } from '@nimbo/testing/eventually'
import { seededRandom } from '@nimbo/testing/seeded-random'
import { newKey, s3Client } from '../../services/object-store/test/s3-account.ts'
import { type SwiftAccount, swiftAccount } from '../../services/object-store/test/account.ts'
import { type MortalStore, startMortalStore } from './objects/mortal-store.ts'
import { otherCloud, ownDisk, type PlaceOfBytes } from './objects/places-of-bytes.ts'

/** `all`: kill before and after every operation, with every driver; else at one random moment of one change, with one driver. */
const moments = process.env.NIMBO_FAULT_MOMENTS ?? 'some'
const seed = Number(process.env.NIMBO_FAULT_SEED ?? Date.now() % 1_000_000)
/** More moments than any change has. */
const mostMoments = 40
const settledWithinMs = 60_000

const [old, fresh] = ['old '.repeat(2000), 'fresh '.repeat(3000)]
const name = 'doc'
const at = { Bucket: 'box', Key: name }

const random = seededRandom(seed)

const places: readonly (readonly [where: string, open: () => Promise<PlaceOfBytes>])[] = [
  ['files', ownDisk(0)],
  ['rows of the database', ownDisk(65_536)],
  ['rows for small objects, files for others', ownDisk(old.length)],
  ['an S3-compatible storage', otherCloud],
]
const chosen = Math.floor(random() * places.length)

/** The same tests for each place of bytes. */
const tell = (open: () => Promise<PlaceOfBytes>): void => {
  let place: PlaceOfBytes
  let store: MortalStore
  let account: SwiftAccount
  let client: s3.S3Client
  before(async () => {
    place = await open()
    store = await startMortalStore(place)
    account = swiftAccount(store, store.admin)
    client = s3Client(store, await newKey(store.admin))
    for (const container of ['box', 'source']) await account.ask('PUT', `/${container}`)
    await put(`/source/${name}`, fresh)
  })
  after(async () => {
    client?.destroy()
    await store?.[Symbol.asyncDispose]()
    await place?.[Symbol.asyncDispose]()
  })

  const put = async (path: string, body: string): Promise<void> => {
    const { status, text } = await account.ask('PUT', path, { body })
    assert.equal(status, 201, text)
  }

  const complete = async (UploadId: string, ETag: string | undefined): Promise<unknown> =>
    client.send(
      new s3.CompleteMultipartUploadCommand({
        ...{ ...at, UploadId, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } },
      }),
    )

  /** Each prepares a change and returns it; the change can be repeated after a kill. */
  const changes: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
    PUT: async () => () => account.ask('PUT', `/box/${name}`, { body: fresh }),
    COPY: async () => () =>
      account.ask('COPY', `/source/${name}`, { headers: { destination: `box/${name}` } }),
    'completion of an upload in parts': async () => {
      const { UploadId = '' } = await client.send(new s3.CreateMultipartUploadCommand(at))
      const { ETag } = await client.send(
        new s3.UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: fresh }),
      )
      return () => complete(UploadId, ETag)
    },
    DELETE: async () => () => account.ask('DELETE', `/box/${name}`),
    'DELETE of an object in parts': async () => {
      const { UploadId = '' } = await client.send(new s3.CreateMultipartUploadCommand(at))
      const { ETag } = await client.send(
        new s3.UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: old }),
      )
      await complete(UploadId, ETag)
      return () => client.send(new s3.DeleteObjectCommand(at))
    },
  }

  /** The content of the object, or undefined; fails unless the listing and the container's statistics agree with it. */
  const seen = async (): Promise<string | undefined> => {
    const { status, text } = await account.ask('GET', `/box/${name}`)
    assert.ok([200, 404].includes(status), `${status} ${text}`)
    const listed: { bytes: number }[] = JSON.parse((await account.ask('GET', '/box?format=json')).text)
    const { headers } = await account.ask('HEAD', '/box')
    const figures = ['x-container-object-count', 'x-container-bytes-used'].map((one) =>
      Number(headers.get(one)),
    )
    // An object in parts counts with its manifest, which only this query shows.
    const stored = await account.ask('HEAD', `/box/${name}?multipart-manifest=get`)
    const counted = status === 200 ? Number(stored.headers.get('content-length')) : 0
    assert.deepEqual(figures, [listed.length, counted])
    assert.deepEqual(
      listed.map(({ bytes }) => bytes),
      status === 200 ? [text.length] : [],
    )
    return status === 200 ? text : undefined
  }

  /** Whether the store was killed; it is not when the change has fewer moments. */
  const killedAt = async (
    prepare: () => Promise<() => Promise<unknown>>,
    moment: number,
  ): Promise<boolean> => {
    await put(`/box/${name}`, old)
    const change = await prepare()
    await store.dieAt(moment)
    await change().catch(() => undefined)
    const died = await store.died()
    await store.recovered()
    const found = await seen()
    assert.ok([old, fresh, undefined].includes(found), `neither old nor new: ${died}`)
    await change()
    const afterwards = await seen()
    if (died === undefined) assert.equal(afterwards, found)
    return died !== undefined
  }

  const first = Math.floor(random() * Object.keys(changes).length)
  for (const [index, [title, prepare]] of Object.entries(changes).entries()) {
    const skip = moments !== 'all' && index !== first && 'not the change that NIMBO_FAULT_SEED chose'
    it(`leaves the old object or the new one, complete, after a kill during ${title}`, { skip }, async () => {
      if (moments !== 'all') {
        assert.ok(await killedAt(prepare, Math.floor(random() * 2)), 'the store was not killed')
        return
      }
      let moment = 0
      for (; await killedAt(prepare, moment); moment += 1)
        assert.ok(moment < mostMoments, 'the change has more moments than expected')
      assert.ok(moment > 0, 'the change has no moment')
    })
  }

  it('keeps no bytes once all objects are deleted', async () => {
    await eventually(
      async () => {
        for (const container of ['box', 'source', 'box+segments']) {
          const { text } = await account.ask('GET', `/${encodeURIComponent(container)}`)
          for (const one of text.split('\n').filter((line) => line !== ''))
            await account.ask('DELETE', `/${encodeURIComponent(container)}/${encodeURIComponent(one)}`)
        }
        assert.deepEqual(await store.bytes(), [])
      },
      { withinMs: settledWithinMs, everyMs: 500 },
    )
  })
}

for (const [index, [where, open]] of places.entries())
  if (moments === 'all' || index === chosen)
    describe(`an object store with its bytes in ${where}, killed while it works (NIMBO_FAULT_SEED=${seed})`, () =>
      tell(open))
