import assert from 'node:assert/strict'
import { Fault } from '@nimbo/kernel/errors'
import type { FlowState } from './flow-tables.ts'
import { type FlowTrial, type FaultInjection, type Moment, runTrial } from './flow-trial.ts'

/** Steps' names do not depend on their dependencies. */
const stepNames = <Input extends object, Deps extends object>({ flow }: FlowTrial<Input, Deps>): string[] =>
  flow.steps.map(({ name }) => name)

const describeMoment = ({ when, phase, step }: Moment): string => `${when} ${phase} of ${step}`

/** Adds a description of the trial to an assertion's error. */
const inTrial = async (what: string, judge: () => unknown): Promise<void> => {
  try {
    await judge()
  } catch (error) {
    throw new Error(`after ${what}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Every step, and at the end every undo, has the same effect when done twice. */
export const survivesRepeats = async <Input extends object, Deps extends object>(
  trial: FlowTrial<Input, Deps>,
): Promise<void> => {
  await runTrial(trial, { repeat: true }, (end, world) =>
    inTrial('every step was repeated', async () => {
      assert.equal(end, 'done')
      await world.assertWhole()
    }),
  )
  const last = stepNames(trial).at(-1)
  await runTrial(trial, { repeat: true, injectFault: failing(last, 'after') }, (end, world) =>
    inTrial('every undo was repeated', async () => {
      assert.equal(end, 'failed')
      await world.assertClean()
    }),
  )
}

const failing =
  (step: string | undefined, when: Moment['when']): FaultInjection =>
  (moment) => {
    if (moment.phase === 'run' && moment.step === step && moment.when === when)
      throw new Error(`made to fail ${when} ${step}`)
  }

/** A failure at any step, before or after its work and at any choice, leaves nothing behind. */
export const unwindsFromEveryStep = async <Input extends object, Deps extends object>(
  trial: FlowTrial<Input, Deps>,
): Promise<void> => {
  for (const name of stepNames(trial))
    for (const when of ['before', 'after'] as const)
      await runTrial(trial, { injectFault: failing(name, when) }, (end, world) =>
        inTrial(`failing ${when} ${name}`, async () => {
          assert.equal(end, 'failed')
          await world.assertClean()
        }),
      )
}

const outage = new Fault({ code: 'Outage', kind: 'unavailable', message: 'made to be away', details: {} })
const outageRuns = 3

/** Whatever a step waits out may be unavailable for a while, before or after its work: the result is the same. */
export const survivesOutages = async <Input extends object, Deps extends object>(
  trial: FlowTrial<Input, Deps>,
): Promise<void> => {
  const patient = trial.flow.steps.filter(({ waitsOut }) => waitsOut?.(outage))
  assert.ok(patient.length > 0, `no step of ${trial.flow.name} waits`)
  for (const { name } of patient)
    for (const when of ['before', 'after'] as const) {
      let left = outageRuns
      const injectFault: FaultInjection = ({ step, phase, when: at }) => {
        if (step === name && phase === 'run' && at === when && left-- > 0) throw outage
      }
      await runTrial(trial, { injectFault }, (end, world) =>
        inTrial(`an outage ${when} ${name}`, async () => {
          assert.equal(end, 'done')
          await world.assertWhole()
        }),
      )
    }
}

/**
 * The process may die between any two moments of a run or a rollback: another takes the flow over when the lease expires, and the
 * result is the same.
 */
export const survivesCrashes = async <Input extends object, Deps extends object>(
  trial: FlowTrial<Input, Deps>,
): Promise<void> => {
  const last = stepNames(trial).at(-1)
  const ways = [
    { end: 'done', injectFault: () => {} },
    { end: 'failed', injectFault: failing(last, 'after') },
  ] satisfies { end: FlowState; injectFault: FaultInjection }[]
  for (const { end, injectFault } of ways) {
    let count = 0
    await runTrial(trial, { injectFault }, (_end, _world, moments) => {
      count = moments.length
    })
    assert.ok(count > 0, `${trial.flow.name} did nothing`)
    for (let crashAt = 0; crashAt < count; crashAt++)
      await runTrial(trial, { injectFault, crashAt }, (reached, world, moments) => {
        const moment = moments[crashAt]
        return inTrial(`a crash ${moment ? describeMoment(moment) : crashAt}`, async () => {
          assert.equal(reached, end)
          await (end === 'done' ? world.assertWhole() : world.assertClean())
        })
      })
  }
}
