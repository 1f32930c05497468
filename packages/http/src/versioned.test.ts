import assert from 'node:assert/strict'
import { test } from 'node:test'
import { microversion } from '@nimbo/operation/microversion'
import { Type } from 'typebox'
import { liftFrom, lowered, schemaAt, versioned } from './versioned.ts'

const newest = Type.Object({ hosts: Type.Array(Type.String()) })
const middle = Type.Object({ host: Type.String() })
const oldest = Type.String()

const body = versioned(newest)
  .before('1.20', middle, ({ host }) => ({ hosts: [host] }))
  .before('1.5', oldest, (host) => ({ host }))

const at = microversion

test('each version is checked against the shape it had', () => {
  for (const [version, schema] of [
    ['1.39', newest],
    ['1.20', newest],
    ['1.19', middle],
    ['1.5', middle],
    ['1.4', oldest],
    ['1.0', oldest],
  ] as const)
    assert.equal(schemaAt(body, at(version)), schema, version)
})

test('an older body is lifted step by step to today’s shape', () => {
  const today = { hosts: ['a'] }
  assert.deepEqual(liftFrom(body, at('1.0'), 'a'), today)
  assert.deepEqual(liftFrom(body, at('1.5'), { host: 'a' }), today)
  assert.deepEqual(liftFrom(body, at('1.20'), today), today)
})

test('a view loses what versions after the asked one brought', () => {
  interface View {
    readonly id: string
    readonly tags?: readonly string[]
    readonly type?: string
  }
  const lower = lowered<View>(
    ['1.20', ({ type: _, ...view }) => view],
    ['1.5', ({ tags: _, ...view }) => view],
  )
  const view: View = { id: '1', tags: ['a'], type: 'b' }
  assert.deepEqual(lower(view, at('1.20')), view)
  assert.deepEqual(lower(view, at('1.19')), { id: '1', tags: ['a'] })
  assert.deepEqual(lower(view, at('1.4')), { id: '1' })
})
