import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slotsByTree } from './slots.ts'

const slot = (suffix: string, ...providers: readonly (readonly [id: string, rootId: string])[]) => ({
  suffix,
  resources: new Map([['VCPU', 1]]),
  providers: providers.map(([id, rootId]) => ({ id, rootId })),
})

const shown = (trees: ReturnType<typeof slotsByTree>) =>
  Object.fromEntries(
    [...trees].map(([root, slots]) => [root, slots.map(({ providers }) => providers.map(({ id }) => id))]),
  )

test('only trees with a provider for every slot are left', () => {
  const slots = [slot('', ['a1', 'a'], ['a2', 'a'], ['b', 'b']), slot('1', ['a2', 'a'], ['c', 'c'])]
  assert.deepEqual(shown(slotsByTree(slots, new Map())), { a: [['a1', 'a2'], ['a2']] })
})

test('a sharing provider fills slots of the trees it shares with, and appears once in its own tree', () => {
  const slots = [slot('', ['a', 'a'], ['b', 'b']), slot('1', ['pool', 'pool'])]
  const sharers = new Map([
    ['a', new Set(['pool'])],
    ['pool', new Set(['pool'])],
  ])
  assert.deepEqual(shown(slotsByTree(slots, sharers)), { a: [['a'], ['pool']] })
  const [pooled] = slots.slice(1)
  assert.ok(pooled)
  assert.deepEqual(shown(slotsByTree([pooled], sharers)), { pool: [['pool']], a: [['pool']] })
})
