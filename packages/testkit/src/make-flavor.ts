import assert from 'node:assert/strict'
import type { Client } from './client.ts'

export interface WantedFlavor {
  readonly name?: string
  readonly vcpus?: number
  /** Mebibytes. */
  readonly ram?: number
  /** Gibibytes. */
  readonly disk?: number
  /** Gibibytes of a second disk; none unless it says so. */
  readonly ephemeral?: number
  /** Mebibytes; none unless it says so. */
  readonly swap?: number
  readonly extraSpecs?: Readonly<Record<string, string>>
}

/** Makes a public flavor (1 vCPU, 64 MiB, 1 GiB) as an admin; gives its id. */
export const makeFlavor = async ({ compute }: Client, wanted: WantedFlavor = {}): Promise<string> => {
  const { name = 'small', vcpus = 1, ram = 64, disk = 1, ephemeral = 0, swap = 0, extraSpecs } = wanted
  const flavor = { name, vcpus, ram, disk, swap, 'OS-FLV-EXT-DATA:ephemeral': ephemeral }
  const created = await compute.post('/flavors', { flavor })
  assert.equal(created.status, 200, JSON.stringify(created.body))
  const { id } = created.body.flavor as { id: string }
  if (extraSpecs !== undefined) {
    const set = await compute.post(`/flavors/${id}/os-extra_specs`, { extra_specs: extraSpecs })
    assert.equal(set.status, 200, JSON.stringify(set.body))
  }
  return id
}
