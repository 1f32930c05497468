import assert from 'node:assert/strict'
import type { UntidyBooks } from '../untidy-books.ts'

const resources = { VCPU: 1, MEMORY_MB: 64, DISK_GB: 1 }

/** Writes into placement what a server holds: of which hosts. */
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

/** Of which providers placement holds something for a consumer. */
export const holdersOf = async ({ admin }: UntidyBooks, consumer: string): Promise<readonly string[]> =>
  Object.keys((await admin.placement.get(`/allocations/${consumer}`)).body.allocations)
