import type { BenchClient } from './bench-client.ts'

const image = Buffer.alloc(1024 * 1024)

/** The image, flavor and networks of a benchmark's servers. */
export interface Parts {
  readonly imageRef: string
  readonly flavorRef: string
  readonly networks: readonly { readonly uuid: string }[]
}

/** Removes the quotas of the caller's project, and creates a flavor, an image and a network. */
export const prepareParts = async ({ call, projectId }: BenchClient): Promise<Parts> => {
  await call('compute', 'PUT', `/v2.1/os-quota-sets/${projectId}`, {
    quota_set: { instances: -1, cores: -1, ram: -1, force: true },
  })
  await call('network', 'PUT', `/v2.0/quotas/${projectId}`, { quota: { network: -1, subnet: -1, port: -1 } })
  const flavor = { id: 'bench', name: 'bench', vcpus: 1, ram: 512, disk: 1 }
  await call('compute', 'POST', '/v2.1/flavors', { flavor })
  const { id: imageRef } = await call<{ id: string }>('image', 'POST', '/v2/images', {
    name: 'bench',
    disk_format: 'raw',
    container_format: 'bare',
  })
  await call('image', 'PUT', `/v2/images/${imageRef}/file`, image)
  const { network } = await call<{ network: { id: string } }>('network', 'POST', '/v2.0/networks', {
    network: { name: 'bench' },
  })
  await call('network', 'POST', '/v2.0/subnets', {
    subnet: { network_id: network.id, ip_version: 4, cidr: '10.77.0.0/16' },
  })
  return { imageRef, flavorRef: flavor.id, networks: [{ uuid: network.id }] }
}

/** Runs `work` for every index below `count`, `width` at a time. */
export const spread = async (
  count: number,
  width: number,
  work: (index: number) => Promise<void>,
): Promise<void> => {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
