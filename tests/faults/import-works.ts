import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '@nimbo/testing/eventually'
import type { Client } from '@nimbo/testkit/client'
import type { SpanPlace } from '@nimbo/testkit/crash-plan'

/** A prepared import: the image and the request. */
interface Imported extends AsyncDisposable {
  /** The image. */
  readonly id: string
  /** The body of the request. */
  readonly order: object
  /** Fails unless the image took over the attributes of its source. */
  readonly alike?: () => Promise<void>
}

/** One of Glance's import methods, during which a process is killed. */
export interface ImportWork {
  readonly fault: string
  /** Spans of the request and of its flow, in which the process dies. */
  readonly places: readonly SpanPlace[]
  /** Directories that hold the data of the image in the end, and of the image that it is a copy of. */
  readonly stores: readonly string[]
  /** What the request's path has after that of the image; `import` unless given. */
  readonly door?: string
  begin(admin: Client, of: { readonly name: string; readonly data: Uint8Array }): Promise<Imported>
}

const requested = (operation: string): SpanPlace => ({ name: `image.${operation}`, service: 'glance-api' })
const asked = requested('images.import')
const steps = (...names: readonly string[]): readonly SpanPlace[] =>
  names.map((name) => ({ name, service: 'glance-api' }))

const octets = { 'content-type': 'application/octet-stream' }
const nothing = async (): Promise<void> => {}

const recorded = async ({ image }: Client, attributes: object): Promise<string> => {
  const { status, body } = await image.post('/v2/images', { container_format: 'bare', ...attributes })
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

const active = async (admin: Client, attributes: object, data: Uint8Array): Promise<string> => {
  const id = await recorded(admin, { disk_format: 'raw', ...attributes })
  assert.equal((await admin.image.put(`/v2/images/${id}/file`, data, octets)).status, 204)
  return id
}

/** Serves data over HTTP on a port of this machine. */
const offered = async (data: Uint8Array) => {
  const server = createServer((_, reply) => reply.end(data))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    uri: `http://127.0.0.1:${port}/image`,
    end: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const places = [asked, ...steps('take-record', 'bring-data', 'judge-data', 'store-data', 'activate-image')]

const glanceDirect: ImportWork = {
  ...{ fault: 'kill importing an image', places, stores: ['images'] },
  begin: async (admin, { name, data }) => {
    const id = await recorded(admin, { name, disk_format: 'raw' })
    assert.equal((await admin.image.put(`/v2/images/${id}/stage`, data, octets)).status, 204)
    return { id, order: { method: { name: 'glance-direct' } }, [Symbol.asyncDispose]: nothing }
  },
}

const webDownload: ImportWork = {
  ...{ fault: 'kill importing from the web', places, stores: ['images'] },
  begin: async (admin, { name, data }) => {
    const id = await recorded(admin, { name, disk_format: 'raw' })
    const { uri, end } = await offered(data)
    return { id, order: { method: { name: 'web-download', uri } }, [Symbol.asyncDispose]: end }
  },
}

/** Downloads from the cloud's own Glance. */
const glanceDownload: ImportWork = {
  ...{ fault: 'kill importing from a Glance', places, stores: ['images', 'images'] },
  begin: async (admin, { name, data }) => {
    const { image } = admin
    const source = await active(admin, { name: `source of ${name}`, os_distro: 'debian' }, data)
    // glance-download takes the format from the source, but refuses to begin on an image without one.
    const id = await recorded(admin, { name, disk_format: 'qcow2' })
    const method = { name: 'glance-download', glance_region: 'RegionOne', glance_image_id: source }
    return {
      ...{ id, order: { method } },
      alike: async () => {
        const { disk_format, os_distro } = (await image.get(`/v2/images/${id}`)).body
        assert.deepEqual([disk_format, os_distro], ['raw', 'debian'])
      },
      [Symbol.asyncDispose]: async () => {
        assert.equal((await image.delete(`/v2/images/${source}`)).status, 204)
      },
    }
  },
}

const copyImage: ImportWork = {
  ...{ fault: 'kill copying an image', places: [asked, ...steps('copy-data')] },
  stores: ['images', 'images-spare'],
  begin: async (admin, { name, data }) => {
    const id = await active(admin, { name }, data)
    const order = { method: { name: 'copy-image' }, stores: ['spare'] }
    return { id, order, [Symbol.asyncDispose]: nothing }
  },
}

/** The data stays at its address, so no store holds any of it. */
const addLocation: ImportWork = {
  ...{ fault: 'kill adding a location to an image', stores: [], door: 'locations' },
  places: [
    requested('image_locations.add'),
    ...steps('bring-data', 'judge-data', 'activate-image', 'onDone'),
  ],
  begin: async (admin, { name, data }) => {
    const id = await recorded(admin, { name, disk_format: 'raw' })
    const { uri, end } = await offered(data)
    return { id, order: { url: uri }, [Symbol.asyncDispose]: end }
  },
}

const copyFromAddress: ImportWork = {
  ...{ fault: 'kill copying an image from an address', stores: ['images-spare'] },
  places: [asked, ...steps('bring-data', 'judge-data', 'store-data', 'keep-copy', 'onDone')],
  begin: async (admin, { name, data }) => {
    const id = await recorded(admin, { name, disk_format: 'raw' })
    const { uri, end } = await offered(data)
    assert.equal((await admin.image.post(`/v2/images/${id}/locations`, { url: uri })).status, 200)
    await eventually(async () =>
      assert.equal((await admin.image.get(`/v2/images/${id}`)).body.status, 'active'),
    )
    const order = { method: { name: 'copy-image' }, stores: ['spare'] }
    return { id, order, [Symbol.asyncDispose]: end }
  },
}

export const importWorks: readonly ImportWork[] = [
  ...[glanceDirect, webDownload, glanceDownload, copyImage],
  ...[addLocation, copyFromAddress],
]
