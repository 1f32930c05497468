import assert from 'node:assert/strict'
import type { UntidyBooks } from '../untidy-books.ts'

const resources = { VCPU: 1, MEMORY_MB: 64, DISK_GB: 1 }

/** Replaces the allocations of a consumer in placement by one on each of these hosts. */
export const claim = async (
  { admin, providerOf }: UntidyBooks,
  consumer: string,
  hosts: readonly string[],
) => {
  const allocations: Record<string, object> = {}
  for (const host of hosts) allocations[await providerOf(host)] = { resources }
  const held = await admin.placement.get(`/allocations/${consumer}`)
  const { status, body } = await admin.placement.put(`/allocations/${consumer}`, {
    allocations,
    consumer_generation: held.body.consumer_generation ?? null,
    ...{ project_id: admin.projectId, user_id: admin.userId, consumer_type: 'INSTANCE' },
  })
  assert.equal(status, 204, JSON.stringify(body))
}

/** The ids of the resource providers on which a consumer has allocations. */
export const holdersOf = async ({ admin }: UntidyBooks, consumer: string): Promise<readonly string[]> =>
  Object.keys((await admin.placement.get(`/allocations/${consumer}`)).body.allocations)
