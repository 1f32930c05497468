import assert from 'node:assert/strict'
import type { ApiTables } from '@nimbo/compute/db/schema/api-tables'
import type { CellTables } from '@nimbo/compute/db/schema/cell-tables'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { type MadeNetwork, makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import type { Kysely } from 'kysely'

/** A server of a test, and the host it is on. */
export interface PlacedServer {
  readonly id: string
  readonly host: string
  readonly otherHost: string
}

/** The databases of a cell and the APIs around it, with which tests make inconsistencies. */
export interface UntidyBooks {
  readonly admin: Client
  readonly network: MadeNetwork
  readonly api: Kysely<ApiTables>
  readonly cell0: Kysely<CellTables>
  readonly cell: Kysely<CellTables>
  /** Two hosts of the cell. */
  readonly hosts: readonly [string, string]
  /** Builds a server on one of them. */
  boot(): Promise<PlacedServer>
  /** Attaches a new volume of 1 GiB to the server; returns its id. */
  attachedVolume(serverId: string): Promise<string>
  portOf(serverId: string): Promise<string>
  /** The id of the resource provider of a host. */
  providerOf(host: string): Promise<string>
  /** The directory of the disks of servers on a host. */
  disksOf(host: string): Promise<string>
  /** Waits until no flow of this server is running. */
  settled(serverId: string): Promise<void>
}

type Place = Pick<UntidyBooks, 'admin' | 'api' | 'cell0' | 'cell' | 'hosts' | 'disksOf' | 'settled'>

/** Removes the quotas, and makes the network, flavor and image for the servers of the tests. */
export const openStock = async (admin: Client) => {
  const quota = { quota_set: { instances: -1, cores: -1, ram: -1 } }
  assert.equal((await admin.compute.put(`/os-quota-sets/${admin.projectId}`, quota)).status, 200)
  const [network, flavorRef, imageRef] = [
    await makeNetwork(admin),
    await makeFlavor(admin),
    await makeImage(admin),
  ]
  return { network, flavorRef, imageRef }
}

/** Operations on a cell and its databases. */
export const untidyBooks = (
  place: Place,
  { network, flavorRef, imageRef }: Awaited<ReturnType<typeof openStock>>,
): UntidyBooks => {
  const { admin, hosts, settled } = place
  let booted = 0
  return {
    ...place,
    network,
    boot: async () => {
      const host = hosts[booted % 2 === 0 ? 0 : 1]
      booted += 1
      const order = { imageRef, flavorRef, networks: [{ uuid: network.id }] }
      const id = await bootServer(admin, { ...order, availability_zone: `nova:${host}` })
      await serverInStatus(admin, id, 'ACTIVE')
      await settled(id)
      return { id, host, otherHost: host === hosts[0] ? hosts[1] : hosts[0] }
    },
    attachedVolume: async (serverId) => {
      const volumeId = await makeVolume(admin)
      const order = { volumeAttachment: { volumeId } }
      const { status } = await admin.compute.post(`/servers/${serverId}/os-volume_attachments`, order)
      assert.equal(status, 202)
      await volumeInStatus(admin, volumeId, 'in-use')
      await settled(serverId)
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
  }
}
