import assert from 'node:assert/strict'
import { test } from 'node:test'
import { censusOf } from '../census.ts'
import type { SeenFlow } from '../picture.ts'
import { samplePicture } from '../sample-picture.testing.ts'
import { checkFlows } from './check-flows.ts'

const ago = (seconds: number): string => new Date(samplePicture.takenAt - seconds * 1_000).toISOString()

const findings = (flow: Partial<SeenFlow>, requestSpecs = ['server']): readonly string[] => {
  const long: SeenFlow = {
    ...{ id: 'flow', name: 'boot-server', subject: 'server', state: 'running', cellId: null },
    ...{ leaseExpiresAt: null, wakeAt: ago(600), deadlineAt: ago(-600), ...flow },
  }
  return checkFlows(censusOf({ ...samplePicture, requestSpecs, flows: [long] })).map(({ kind }) => kind)
}

test('a flow is reported as stuck if no process has taken it up a minute after it was due', () => {
  assert.deepEqual(findings({}), ['flow-stuck'])
  assert.deepEqual(findings({ wakeAt: ago(59) }), [])
})

test('a flow is reported as stuck a minute after its lease expired, however long it ran before', () => {
  assert.deepEqual(findings({ leaseExpiresAt: ago(-10) }), [])
  assert.deepEqual(findings({ leaseExpiresAt: ago(59) }), [])
  assert.deepEqual(findings({ leaseExpiresAt: ago(61) }), ['flow-stuck'])
})

test('a sleeping flow whose server is gone is reported, unless it wakes within a minute', () => {
  assert.deepEqual(findings({ name: 'delete-server', wakeAt: ago(-61) }, []), ['flow-without-server'])
  assert.deepEqual(findings({ name: 'delete-server', wakeAt: ago(-1) }, []), [])
})
