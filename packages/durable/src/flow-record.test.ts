import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedColumns, type FlowProgress } from './flow-record.ts'

const before: FlowProgress = {
  state: 'running',
  outputs: { claim: { host: 'one' } },
  choices: {},
  position: 1,
  attempt: 0,
  error: null,
  signals: [],
  parkedUntil: null,
  wakeAt: 0,
}

test('changedColumns returns only the columns that differ from the previous progress', () => {
  assert.deepEqual(changedColumns(before, { ...before }), {})
  assert.deepEqual(
    changedColumns(before, {
      ...before,
      outputs: { ...before.outputs, plug: { port: 'two' } },
      position: 2,
      wakeAt: 1_000,
    }),
    {
      outputs: '{"claim":{"host":"one"},"plug":{"port":"two"}}',
      position: 2,
      wake_at: '1970-01-01T00:00:01.000Z',
    },
  )
})

test('changedColumns includes columns that become null, and those that were null', () => {
  const error = { code: 'NoValidHost', kind: 'conflict', message: 'none', details: {} } as const
  const failed: FlowProgress = { ...before, error, parkedUntil: 'time', wakeAt: null }
  assert.deepEqual(changedColumns(before, failed), {
    error: JSON.stringify(error),
    parked_until: 'time',
    wake_at: null,
  })
  assert.deepEqual(changedColumns(failed, before), {
    error: null,
    parked_until: null,
    wake_at: '1970-01-01T00:00:00.000Z',
  })
})
