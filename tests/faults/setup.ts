import assert from 'node:assert/strict'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'

/** What servers of the matrix are made of. */
export interface Setup {
  readonly flavorRef: string
  readonly imageRef: string
  readonly networkId: string
}

/** Makes the setup, and removes the quotas. */
export const makeSetup = async (admin: Client): Promise<Setup> => {
  const quota = { quota_set: { instances: -1, cores: -1, ram: -1 } }
  assert.equal((await admin.compute.put(`/os-quota-sets/${admin.projectId}`, quota)).status, 200)
  const ports = { quota: { port: -1 } }
  assert.equal((await admin.network.put(`/v2.0/quotas/${admin.projectId}`, ports)).status, 200)
  const network = await makeNetwork(admin, { cidr: '10.20.0.0/16' })
  return {
    flavorRef: await makeFlavor(admin),
    // Its guests are frozen for snapshots.
    imageRef: await makeImage(admin, { properties: { hw_qemu_guest_agent: 'yes' } }),
    networkId: network.id,
  }
}

/** The body of a request for a server that boots from a volume. */
export const orderOnVolume = (
  { flavorRef, imageRef, networkId }: Setup,
  name: string,
): Readonly<Record<string, unknown>> => {
  const root = {
    ...{ boot_index: 0, source_type: 'image', uuid: imageRef, destination_type: 'volume' },
    ...{ volume_size: 1, delete_on_termination: true },
  }
  return { name, flavorRef, networks: [{ uuid: networkId }], block_device_mapping_v2: [root] }
}

/** The body of a request for a server on a network with a config drive, and optionally with an empty volume. */
export const orderOf = (
  { flavorRef, imageRef, networkId }: Setup,
  name: string,
  { volume }: { readonly volume: boolean },
): Readonly<Record<string, unknown>> => {
  const root = {
    ...{ boot_index: 0, source_type: 'image', uuid: imageRef, destination_type: 'local' },
    delete_on_termination: true,
  }
  const data = {
    ...{ boot_index: -1, source_type: 'blank', destination_type: 'volume', volume_size: 1 },
    delete_on_termination: true,
  }
  return {
    ...{ name, flavorRef, imageRef, networks: [{ uuid: networkId }], config_drive: true },
    ...(volume ? { block_device_mapping_v2: [root, data] } : {}),
  }
}
