import assert from 'node:assert/strict'
import { test } from 'node:test'
import { internalContext } from '@nimbo/kernel/context'
import { silentLog } from '@nimbo/kernel/log'
import { cacheImages } from './cache-images.ts'

test('images are fetched into the cache one after another, and one that fails does not keep out the rest', async () => {
  const fetched: string[] = []
  let underWay = 0
  const images = {
    fetch: async (_ctx: object, { id }: { readonly id: string }) => {
      underWay += 1
      assert.equal(underWay, 1)
      await new Promise(setImmediate)
      underWay -= 1
      if (id === 'gone') throw new Error('no such image')
      fetched.push(id)
      return { path: id, format: 'raw' as const, virtualSize: 1 }
    },
    lastGiven: () => undefined,
  }
  const wanted = ['a', 'gone', 'b'].map((id) => ({ id, diskFormat: 'raw', hashAlgo: null, hashValue: null }))
  const told = await cacheImages({ host: 'host-1', log: silentLog, images })(internalContext(), wanted)
  assert.deepEqual(fetched, ['a', 'b'])
  assert.deepEqual(told, { cached: ['a', 'b'], failed: ['gone'] })
})
