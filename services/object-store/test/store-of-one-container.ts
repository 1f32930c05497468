import { Readable } from 'node:stream'
import { loadConfig } from '@nimbo/config/load-config'
import { noQuery, type Payload, textOf } from '@nimbo/http/message'
import { silentLog } from '@nimbo/kernel/log'
import { putObject } from '@nimbo/object-store/app/put-object'
import { takeIn } from '@nimbo/object-store/app/take-in'
import { type SwiftApp, swiftApp } from '@nimbo/object-store/app/app'
import { commonOptions } from '@nimbo/service/common-options'
import { swiftOptions } from '@nimbo/object-store/config'
import { migrations } from '@nimbo/object-store/db/migrations'
import type { SwiftTables } from '@nimbo/object-store/db/tables'
import type { ObjectBytes } from '@nimbo/object-store/driver/object-bytes'
import type { S3Request } from '../src/api/s3/s3-request.ts'
import type { ObjectRequest } from '../src/api/object-request.ts'
import { onlyPolicy } from '../src/driver/storage-policy.ts'
import { blobName } from '../src/domain/blob-name.ts'
import { hashing } from '@nimbo/trace/thread/hashing'
import { shiftedClock } from '@nimbo/testing/shifted-clock'
import { testDatabase } from '@nimbo/testing/test-database'
import type { Kysely } from 'kysely'

/** The only container. */
export const container = {
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

/** Bytes of announced size are read into memory first, others are stored as they arrive. */
export const take = (app: SwiftApp, text: string, announced?: number) =>
  takeIn(app, Readable.from([Buffer.from(text)]), { most: 100, size: announced, policy: 'Policy-0' })

export const create = async (
  app: SwiftApp,
  { blob, size, etag }: Awaited<ReturnType<typeof take>>,
): Promise<void> => {
  const object = { name: 'doc', size, etag, contentType: 'text/plain', headers: {}, deleteAt: null }
  await putObject(app, container, { ...object, kind: 'bytes' }, blob)
}

export const put = async (app: SwiftApp, text: string, announced?: number): Promise<void> =>
  create(app, await take(app, text, announced))

interface StoreOptions {
  readonly hasRows?: boolean
  /** Options of the service, as environment variables. */
  readonly env?: Readonly<Record<string, string>>
}

/** A store on a database, which may have the rows of another. */
export const storeOn = (db: Kysely<SwiftTables>, { hasRows = false, env = {} }: StoreOptions = {}) => {
  const clock = shiftedClock()
  const { kept, bytes } = bytesInMemory()
  const config = loadConfig({ files: [], env, options: [...commonOptions, ...swiftOptions] })
  const unified = { of: async () => new Map(), levels: async () => [] }
  const app = swiftApp(db, {
    policies: [{ ...onlyPolicy(bytes), hasRows }],
    clock,
    log: silentLog,
    ...{ config, unified, hashing: hashing({ clock, log: silentLog }) },
  })
  return { app, clock, kept }
}

/** A store with one container, which has the object `doc`. */
export const startStore = async (options: StoreOptions = {}) => {
  const { db, close } = await testDatabase<SwiftTables>(migrations)
  const { app, clock, kept } = storeOn(db, options)
  await app.accounts.create({ name: 'AUTH_a', createdAt: '1', metadata: {} })
  await app.containers.create(container)
  await put(app, 'old', options.hasRows ? 3 : undefined)
  const names = async (): Promise<readonly string[]> => {
    const rows = await db.selectFrom('small_bytes').select('id').execute()
    return [...kept.keys(), ...rows.map(({ id }) => blobName({ place: 'row', id, secret: undefined }))]
  }
  return { app, db, clock, kept, names, close }
}

/** A download of an object by its owner. */
export const askingFor = (object: string): ObjectRequest => {
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

/** The same download by the S3 API. */
export const askingS3For = (key: string): S3Request => {
  const { body: _, container: bucket, object: __, ...asked } = askingFor(key)
  return {
    ...{ ...asked, bucket, key },
    ...{ owner: { id: 'a', name: 'a' }, body: Readable.from([]), size: undefined },
  }
}
