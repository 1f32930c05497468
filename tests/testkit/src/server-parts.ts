import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CloudUnderTest } from './cloud-under-test.ts'

type CloudAndDisk = Pick<CloudUnderTest, 'admin' | 'directory'>

/** Everything allocated for a server, which must be removed with it. */
export interface ServerParts {
  /** Allocated resources by resource provider id. */
  readonly allocations: Readonly<Record<string, { readonly resources: Readonly<Record<string, number>> }>>
  readonly ports: readonly {
    readonly id: string
    readonly status: string
    readonly 'binding:host_id': string
  }[]
  /** Paths below the cloud's directory that contain the server's id. */
  readonly paths: readonly string[]
}

/** Everything that exists for a server besides its record, from the admin's API and the disk. */
export const partsOf = async (
  { admin: { placement, network }, directory }: CloudAndDisk,
  serverId: string,
): Promise<ServerParts> => {
  const [claimed, wired] = await Promise.all([
    placement.get(`/allocations/${serverId}`),
    network.get(`/v2.0/ports?device_id=${serverId}`),
  ])
  assert.equal(claimed.status, 200)
  assert.equal(wired.status, 200)
  const paths = await readdir(directory, { recursive: true })
  return {
    allocations: claimed.body.allocations,
    ports: wired.body.ports,
    paths: paths.filter((path) => path.includes(serverId)).map((path) => join(directory, path)),
  }
}

/** Fails unless no allocation, port, file or directory of a server is left. */
export const assertNothingLeft = async (cloud: CloudAndDisk, serverId: string): Promise<void> => {
  assert.deepEqual(await partsOf(cloud, serverId), { allocations: {}, ports: [], paths: [] })
}
