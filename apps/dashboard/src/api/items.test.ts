import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeApi } from '@nimbo/contracts/compute/api'
import { apiClient } from '@nimbo/operation/client/api-client'
import { flavors } from '../panels/compute/flavors.ts'
import { readItems } from './items.ts'

const count = 2_500
const pageSize = 1_000

/** A client of a service with many flavors, which it lists in pages. */
const client = apiClient({
  api: computeApi,
  send: async ({ query }) => {
    const start = Number(query?.get('marker') ?? 0)
    const end = Math.min(start + pageSize, count)
    const page = Array.from({ length: end - start }, (_, index) => ({ id: String(start + index + 1) }))
    const links =
      end < count ? { flavors_links: [{ rel: 'next', href: `http://cloud/flavors?marker=${end}` }] } : {}
    return {
      ...{ status: 200, headers: {}, content: undefined },
      text: async () => JSON.stringify({ flavors: page, ...links }),
    }
  },
})

test('a page shows a thousand items at most, and a file for download has all', async () => {
  assert.equal((await readItems(client, flavors, {})).length, pageSize)
  const all = await readItems(client, flavors, {}, {}, 100_000)
  assert.equal(new Set(all.map(({ id }) => id)).size, count)
})
