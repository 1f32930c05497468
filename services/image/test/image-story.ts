import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { loadConfig } from '@nimbo/config/load-config'
import type { MigrationSet } from '@nimbo/db/migrate'
import type { HttpRequest } from '@nimbo/http/message'
import { fileStore } from '@nimbo/store-file/file-store'
import {
  type LoneServiceOptions,
  loneServiceHost,
  type StoryReply,
  type StoryRequest,
  speakTo,
} from '@nimbo/testing/lone-service'
import { testDatabases } from '@nimbo/testing/test-databases'
import { shiftedClock } from '@nimbo/testing/shifted-clock'
import type { KyselyPlugin } from 'kysely'
import { glanceOptions } from '../src/config.ts'
import type { ConfiguredStores } from '../src/driver/image-store.ts'
import { prepareImages } from '../src/manage/prepare.ts'
import { startGlanceApi } from '../src/roles/glance-api.ts'

const person = (name: string, ...roles: readonly string[]) => ({
  userId: name,
  projectId: `${name}-project`,
  roles,
})
const tokens = {
  admin: person('admin', 'admin', 'member', 'reader'),
  ann: person('ann', 'member', 'reader'),
  bob: person('bob', 'member', 'reader'),
  eve: person('eve', 'member', 'reader'),
}
type Person = keyof typeof tokens

interface StoryOptions extends Pick<LoneServiceOptions, 'identityLists'> {
  /** Sees all statements of the service. */
  readonly plugin?: KyselyPlugin
  /** Returns the stores of the service, given the two that it has by default. */
  readonly stores?: (own: ConfiguredStores['stores']) => ConfiguredStores['stores']
}

const patchType = 'application/openstack-images-v2.1-json-patch'

/**
 * Starts the image service alone, on real files and with the given options. Requests go directly to its handler, by default as
 * ann.
 */
export const startImageStory = async (
  env: Readonly<Record<string, string>> = {},
  { identityLists = {}, plugin, stores = (own) => own }: StoryOptions = {},
) => {
  const config = loadConfig({ files: [], env, options: glanceOptions })
  const home = await mkdtemp(join(tmpdir(), 'nimbo-image-'))
  const clock = shiftedClock()
  const lone = loneServiceHost({ tokens, home, clock, identityLists })
  const databases = testDatabases()
  const host: typeof lone = {
    ...lone,
    openDatabase: async <Tables>(name: string, migrations: MigrationSet) => {
      const db = await databases.openDatabase<Tables>(name, migrations)
      return plugin === undefined ? db : db.withPlugin(plugin)
    },
  }
  const directory = await host.directory('images')
  const slow = await host.directory('slow')
  const staging = await host.directory('staging')
  const cache = await host.directory('cache')
  const start = async () => {
    const process = await startGlanceApi(host, {
      config,
      drivers: {
        store: async () => ({
          stores: stores([
            { id: 'file', weight: 0, store: fileStore({ directory }) },
            { id: 'slow', weight: -1, description: 'Large and slow', store: fileStore({ directory: slow }) },
          ]),
          staging: fileStore({ directory: staging }),
          ...(env.OS_DEFAULT__IMAGE_CACHE_DIR === undefined
            ? {}
            : { cache: fileStore({ directory: cache }) }),
        }),
      },
    })
    await process.begin()
    await process.settled()
    return process
  }
  let running = await start()

  const send = (
    method: string,
    path: string,
    { by = 'ann', headers, ...request }: StoryRequest & { readonly by?: Person | 'stranger' } = {},
  ): Promise<StoryReply> => {
    assert.ok(running.api)
    return speakTo(running.api, '/image')(method, path, {
      ...request,
      headers: { accept: 'application/json', ...headers },
      ...(by === 'stranger' ? {} : { token: by }),
    })
  }

  const create = async (image: object = {}, by: Person = 'ann'): Promise<StoryReply['body']> => {
    const json = { name: 'cirros', disk_format: 'raw', container_format: 'bare', ...image }
    const reply = await send('POST', '/v2/images', { json, by })
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return reply.body
  }

  const upload = (id: string, chunks: Iterable<Buffer> | AsyncIterable<Buffer>, by: Person = 'ann') =>
    send('PUT', `/v2/images/${id}/file`, {
      by,
      headers: { 'content-type': 'application/octet-stream' },
      body: Readable.from(chunks),
    })

  return {
    /** Sends requests to the service's handler. */
    handler: (request: HttpRequest) => {
      assert.ok(running.api)
      return running.api(request)
    },
    send,
    create,
    upload,
    /** Creates an image with data. */
    active: async (image: object = {}, by: Person = 'ann'): Promise<StoryReply['body']> => {
      const made = await create(image, by)
      assert.equal((await upload(made.id, [Buffer.from('data')], by)).status, 204)
      return made
    },
    show: async (id: string, by: Person = 'ann') => (await send('GET', `/v2/images/${id}`, { by })).body,
    patch: (id: string, changes: unknown, by: Person = 'ann') =>
      send('PATCH', `/v2/images/${id}`, { by, json: changes, headers: { 'content-type': patchType } }),
    /** Names of the files in the store. */
    files: async () => (await readdir(directory)).sort(),
    /** Like `files`, for the second store and for the staging store. */
    slowFiles: async () => (await readdir(slow)).sort(),
    stagedFiles: async () => (await readdir(staging)).sort(),
    directory,
    slow,
    /** Names of the files in the image cache. */
    cachedFiles: async () => (await readdir(cache)).sort(),
    cache,
    clock,
    /** The message bus of the service. */
    bus: host.bus,
    /** Resolves when no background work is running. */
    settled: async () => {
      await running.settled()
      await host.bus.idle()
    },
    /** Creates what a cloud in one process creates at its start. */
    prepare: () => prepareImages(host),
    /** Starts another process on the same database and store, and stops it. */
    anotherProcess: async () => (await start()).stop(),
    /** Stops without ending uploads, and starts again with the same state. */
    restart: async () => {
      await running.stop()
      running = await start()
    },
    [Symbol.asyncDispose]: async () => {
      await running.stop()
      await databases.close()
      await rm(home, { recursive: true })
    },
  }
}
