import assert from 'node:assert/strict'
import type { ApiTables } from '@nimbo/compute/db/api-tables'
import type { CellTables } from '@nimbo/compute/db/cell-tables'
import { cellSchema, schemas } from '@nimbo/compute/schema'
import type { MigrationSet } from '@nimbo/db/migrate'
import { openDatabase } from '@nimbo/db/open-database'
import type { Client } from '@nimbo/testkit/client'
import { cloudDatabases } from '@nimbo/testkit/cloud-databases'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { type MadeNetwork, makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { startTestCloud, type TestCloud } from '@nimbo/testkit/start-test-cloud'
import type { Kysely } from 'kysely'

/** A server of a story, and where it is. */
export interface PlacedServer {
  readonly id: string
  readonly host: string
  readonly otherHost: string
}

/** A cloud with two hosts whose books can be falsified by hand. */
export interface UntidyCloud extends AsyncDisposable {
  readonly cloud: TestCloud
  readonly admin: Client
  readonly network: MadeNetwork
  readonly api: Kysely<ApiTables>
  readonly cell0: Kysely<CellTables>
  readonly cell1: Kysely<CellTables>
  boot(): Promise<PlacedServer>
  /** A volume of 1 GiB that the server has. */
  attachedVolume(serverId: string): Promise<string>
  portOf(serverId: string): Promise<string>
  /** The resource provider of a host. */
  providerOf(host: string): Promise<string>
}

const openBooks = async ({ state }: TestCloud) => {
  const { url } = cloudDatabases(state.path, await state.directory('databases'))
  const [apiSchema] = schemas
  assert.ok(apiSchema)
  const open = async <Tables>(name: string, migrations: MigrationSet): Promise<Kysely<Tables>> =>
    openDatabase<Tables>(await url(name, migrations), migrations)
  return {
    api: await open<ApiTables>('nova_api', apiSchema.migrations),
    cell0: await open<CellTables>('nova_cell0', cellSchema),
    cell1: await open<CellTables>('nova_cell1', cellSchema),
  }
}

export const startUntidyCloud = async (): Promise<UntidyCloud> => {
  const cloud = await startTestCloud({ hosts: 2 })
  const { admin } = cloud
  const books = await openBooks(cloud)
  const network = await makeNetwork(admin)
  const [flavorRef, imageRef] = [await makeFlavor(admin), await makeImage(admin)]
  const quota = { quota_set: { instances: -1, cores: -1, ram: -1 } }
  assert.equal((await admin.compute.put(`/os-quota-sets/${admin.projectId}`, quota)).status, 200)
  return {
    ...{ cloud, admin, network, ...books },
    boot: async () => {
      const id = await bootServer(admin, { imageRef, flavorRef, networks: [{ uuid: network.id }] })
      const host = (await serverInStatus(admin, id, 'ACTIVE'))['OS-EXT-SRV-ATTR:host'] ?? ''
      await cloud.settled()
      return { id, host, otherHost: host === 'fake-1' ? 'fake-2' : 'fake-1' }
    },
    attachedVolume: async (serverId) => {
      const volumeId = await makeVolume(admin)
      const order = { volumeAttachment: { volumeId } }
      const { status } = await admin.compute.post(`/servers/${serverId}/os-volume_attachments`, order)
      assert.equal(status, 202)
      await volumeInStatus(admin, volumeId, 'in-use')
      await cloud.settled()
      return volumeId
    },
    portOf: async (serverId) => {
      const { body } = await admin.network.get(`/v2.0/ports?device_id=${serverId}`)
      return body.ports[0].id
    },
    providerOf: async (host) => {
      const { body } = await admin.placement.get(`/resource_providers?name=${host}`)
      return body.resource_providers[0].uuid
    },
    [Symbol.asyncDispose]: async () => {
      for (const book of Object.values(books)) await book.destroy()
      await cloud[Symbol.asyncDispose]()
    },
  }
}
