import assert from 'node:assert/strict'
import type { Client } from './client.ts'

export interface WantedFlavor {
  readonly name?: string
  readonly vcpus?: number
  /** In MiB. */
  readonly ram?: number
  /** In GiB. */
  readonly disk?: number
  /** Size of the ephemeral disk in GiB (default none). */
  readonly ephemeral?: number
  /** In MiB (default none). */
  readonly swap?: number
  readonly extraSpecs?: Readonly<Record<string, string>>
}

/** Creates a public flavor (1 vCPU, 64 MiB, 1 GiB) as an admin; returns its id. */
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
