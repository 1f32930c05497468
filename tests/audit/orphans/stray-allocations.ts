import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { claim, holdersOf } from './claim.ts'
import type { Orphan } from './orphan.ts'

/** Allocations without a server, missing ones, and ones on wrong hosts. */
export const strayAllocations: readonly Orphan[] = [
  {
    kind: 'allocation-without-server',
    make: async (untidy) => {
      const consumer = randomUUID()
      await claim(untidy, consumer, [untidy.hosts[0]])
      return async () => assert.deepEqual(await holdersOf(untidy, consumer), [])
    },
  },
  {
    kind: 'server-without-allocation',
    make: async (untidy) => {
      const { id, host } = await untidy.boot()
      assert.equal((await untidy.admin.placement.delete(`/allocations/${id}`)).status, 204)
      return async () => assert.deepEqual(await holdersOf(untidy, id), [await untidy.providerOf(host)])
    },
  },
  {
    kind: 'allocation-on-other-host',
    make: async (untidy) => {
      const { id, host, otherHost } = await untidy.boot()
      await claim(untidy, id, [otherHost])
      return async () => assert.deepEqual(await holdersOf(untidy, id), [await untidy.providerOf(host)])
    },
  },
  {
    kind: 'allocation-on-several-hosts',
    make: async (untidy) => {
      const { id, host, otherHost } = await untidy.boot()
      await claim(untidy, id, [host, otherHost])
      return async () => assert.deepEqual(await holdersOf(untidy, id), [await untidy.providerOf(host)])
    },
  },
]
