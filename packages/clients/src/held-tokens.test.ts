import assert from 'node:assert/strict'
import { test } from 'node:test'
import { internalContext } from '@nimbo/kernel/context'
import { type HeldToken, heldTokens } from './held-tokens.ts'

const ctx = internalContext()
const hour = 3_600_000

const startHolding = () => {
  let now = 0
  const kept = new Map<string, HeldToken>()
  const asked: string[] = []
  const obtain = async (_: unknown, id: string): Promise<HeldToken> => {
    asked.push(id)
    return { token: `${id}-${asked.length}`, since: now, expiresAt: now + hour }
  }
  const tokens = heldTokens({ clock: { now: () => now }, obtain }, kept)
  return { tokens, kept, asked, advance: (ms: number) => (now += ms) }
}

test('a token is obtained once for concurrent callers, and anew before it expires', async () => {
  const { tokens, asked, advance } = startHolding()
  await Promise.all([tokens.of(ctx, 'a'), tokens.of(ctx, 'a')])
  advance(hour - 200_000)
  assert.equal((await tokens.of(ctx, 'a')).token, 'a-1')
  advance(100_000)
  assert.equal((await tokens.of(ctx, 'a')).token, 'a-2')
  assert.deepEqual(asked, ['a', 'a'])
})

test('the tokens of trusts that are not used any more are dropped when they have expired', async () => {
  const { tokens, kept, advance } = startHolding()
  await tokens.of(ctx, 'in use')
  for (let index = 0; index < 100; index += 1) await tokens.of(ctx, `trust ${index}`)
  advance(hour / 2)
  tokens.drop('in use')
  await tokens.of(ctx, 'in use')
  advance(hour / 2)
  await tokens.of(ctx, 'later')
  assert.deepEqual([...kept.keys()], ['in use', 'later'])
})

test('a failed request for a token is repeated by the next caller', async () => {
  let fails = true
  const obtain = async (): Promise<HeldToken> => {
    if (fails) throw new Error('Keystone is away')
    return { token: 't', since: 0, expiresAt: hour }
  }
  const tokens = heldTokens({ clock: { now: () => 0 }, obtain })
  await assert.rejects(tokens.of(ctx, 'a'), /away/)
  fails = false
  assert.equal((await tokens.of(ctx, 'a')).token, 't')
})
