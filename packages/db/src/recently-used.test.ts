import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RecentlyUsed } from './recently-used.ts'

test('RecentlyUsed keeps an entry that is used again and again, and evicts the others', () => {
  const kept = new RecentlyUsed<string, number>(4)
  kept.set('always', 1)
  kept.set('once', 2)
  for (let other = 0; other < 100; other += 1) {
    assert.equal(kept.get(`other ${other}`), undefined)
    kept.set(`other ${other}`, other)
    assert.equal(kept.get('always'), 1)
  }
  assert.equal(kept.get('once'), undefined)
  const left = Array.from({ length: 100 }, (_, other) => kept.get(`other ${other}`)).filter(
    (value) => value !== undefined,
  )
  assert.ok(left.length >= 3 && left.length <= 7, `${left.length} left`)
})

test('RecentlyUsed keeps the entries that were set last', () => {
  const kept = new RecentlyUsed<number, string>(3)
  for (let key = 0; key < 20; key += 1) {
    kept.set(key, `value ${key}`)
    for (const recent of [key, key - 1, key - 2].filter((one) => one >= 0))
      assert.equal(kept.get(recent), `value ${recent}`)
  }
})
