import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '@nimbo/kernel/json'
import { type Flow, flow } from './flow.ts'
import { flowDatabase } from './flow-database.testing.ts'
import { type FlowTrial, type FaultInjection, runTrial } from './flow-trial.ts'
import { retryIn, waitForSignal } from './park.ts'
import { type Step, step } from './step.ts'

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

interface Input {
  readonly chosen?: number
}

interface Deps {
  readonly made: Set<string>
  readonly signal: (payload: Json) => Promise<void>
}

type Left = { left: number } | undefined
type AnyStep = Step<Input, Left, Deps>

const kinds = ['plain', 'signalled', 'retrying', 'choosing'] as const

/** A step that makes a thing of its name, and behaves as its kind says. */
const stepOf = (name: string, kind: (typeof kinds)[number]): AnyStep => {
  const undo: AnyStep['undo'] = async (_ctx, _state, { made }) => made.delete(name)
  switch (kind) {
    case 'plain':
      return step<Input, Deps>()<Left>({
        name,
        run: async (_ctx, _state, { made }) => {
          made.add(name)
          return undefined
        },
        undo,
      })
    case 'signalled':
      return step<Input, Deps>()<Left>({
        name,
        run: async (_ctx, _state, { made, signal: answer }, { signal }) => {
          if (signal === name) return undefined
          made.add(name)
          setImmediate(() => void answer(name))
          return waitForSignal({ timeoutMs: 60_000 })
        },
        undo,
      })
    case 'retrying':
      return step<Input, Deps>()<Left>({
        name,
        run: async (_ctx, _state, { made }, { attempt }) => {
          if (attempt < 2) return retryIn(1_000)
          made.add(name)
          return undefined
        },
        undo,
      })
    case 'choosing':
      return step<Input, Deps>()<Left>({
        name,
        run: async (_ctx, { chosen = 2 }, { made }) => {
          made.add(name)
          return { left: chosen }
        },
        undo,
        again: (_error, { left }) => (left === undefined || left === 0 ? undefined : { chosen: left - 1 }),
      })
  }
}

const randomTrial = (random: () => number): FlowTrial<Input, Deps> => {
  const names = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, index) => `step-${index}`)
  const built = names.reduce(
    (so, name) => so.step(stepOf(name, kinds[Math.floor(random() * kinds.length)] ?? 'plain')) as typeof so,
    flow<Input>('random') as unknown as Flow<Input, Input, Deps>,
  )
  return {
    flow: built,
    input: {},
    world: async ({ signal }) => {
      const { db, close } = await flowDatabase()
      const made = new Set<string>()
      return {
        db,
        deps: { made, signal },
        assertWhole: () => assert.deepEqual([...made].sort(), names),
        assertClean: () => assert.deepEqual([...made], []),
        close,
      }
    },
  }
}

/** Fails at one moment in ten: a failed run rolls the flow back, a failed undo is repeated. */
const randomly =
  (random: () => number): FaultInjection =>
  ({ step: name, phase, when }) => {
    if (random() < 0.1) throw new Error(`injected ${when} ${phase} of ${name}`)
  }

describe('a random flow with failures and a crash at random moments', () => {
  for (let seed = 1; seed <= 60; seed++)
    it(`ends complete, or leaves nothing behind (seed ${seed})`, async () => {
      const random = randomFrom(seed)
      const trial = randomTrial(random)
      const crashAt = Math.floor(random() * 30)
      await runTrial(trial, { injectFault: randomly(random), crashAt }, (end, world) =>
        end === 'done' ? world.assertWhole() : world.assertClean(),
      )
    })
})
