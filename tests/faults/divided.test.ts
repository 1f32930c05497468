import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { auditCase } from './audit-case.ts'
import { divided } from './divided.ts'
import type { FaultCase } from './fault-case.ts'
import { distributedMatrix, embeddedMatrix } from './matrix.ts'

const kill = (line: number, novaConf?: string): FaultCase => ({
  ...{ fault: 'kill', line, moment: 'in', volume: false, run: async () => 'whole' },
  ...(novaConf === undefined ? {} : { novaConf }),
})

const linesIn = (parts: readonly (readonly FaultCase[])[]) =>
  parts.map((part) => part.map(({ fault, line }) => (fault === 'audit' ? fault : line)))

describe('dividing the cases of a fault matrix among clouds', () => {
  it('gives each of two clouds half of each group, and an audit after each group it has cases of', () => {
    const cases = [kill(1), kill(2), kill(3), auditCase, kill(4), auditCase]
    assert.deepEqual(linesIn(divided(cases, 2)), [
      [1, 'audit'],
      [2, 3, 'audit', 4, 'audit'],
    ])
  })

  it('keeps cases with the same configuration together on each cloud', () => {
    const cases = [kill(1), kill(2), kill(3, 'kept'), kill(4, 'kept')]
    assert.deepEqual(linesIn(divided(cases, 2)), [
      [1, 3],
      [2, 4],
    ])
  })

  it('puts each case of the matrices on exactly one cloud', () => {
    for (const matrix of [embeddedMatrix, distributedMatrix])
      for (const clouds of [1, 2, 3]) {
        const kills = divided(matrix, clouds)
          .flat()
          .filter(({ fault }) => !fault.startsWith('audit'))
        assert.equal(new Set(kills).size, kills.length)
        assert.equal(kills.length, matrix.filter(({ fault }) => !fault.startsWith('audit')).length)
      }
  })

  it('leaves the cases in their order for a single cloud', () =>
    assert.deepEqual(divided(embeddedMatrix, 1), [embeddedMatrix]))
})
