import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { auditCase } from './audit-case.ts'
import type { FaultCase } from './fault-case.ts'
import { distributedMatrix, embeddedMatrix } from './matrix.ts'
import { sharedCases } from './shared-cases.ts'

const kill = (line: number, novaConf?: string): FaultCase => ({
  ...{ fault: 'kill', line, moment: 'in', volume: false, run: async () => 'whole' },
  ...(novaConf === undefined ? {} : { novaConf }),
})

/** The cases that each cloud takes: first one at each of the `turns`, which name clouds by index, then all in rotation. */
const taken = (
  cases: readonly FaultCase[],
  clouds: number,
  turns: readonly number[] = [],
): readonly (readonly FaultCase[])[] => {
  const parts = sharedCases(cases, clouds).map((part) => part[Symbol.iterator]())
  const took = parts.map((): FaultCase[] => [])
  const take = (index: number): boolean => {
    const next = parts[index]?.next()
    if (next === undefined || next.done === true) return false
    took[index]?.push(next.value)
    return true
  }
  for (const index of turns) take(index)
  let waiting = [...parts.keys()]
  while (waiting.length > 0) waiting = waiting.filter(take)
  return took
}

const linesIn = (parts: readonly (readonly FaultCase[])[]) =>
  parts.map((part) => part.map(({ fault, line }) => (fault === 'audit' ? fault : line)))

describe('sharing the cases of a fault matrix among clouds', () => {
  it('gives each cloud the next case, and an audit after each group it took cases of', () => {
    const cases = [kill(1), kill(2), kill(3), auditCase, kill(4), auditCase]
    assert.deepEqual(linesIn(taken(cases, 2)), [
      [1, 3, 'audit'],
      [2, 'audit', 4, 'audit'],
    ])
  })

  it('lets one cloud take the rest while another has a slow case', () => {
    const cases = [kill(1), kill(2), kill(3), kill(4), auditCase]
    assert.deepEqual(linesIn(taken(cases, 2, [0, 1, 1, 1, 1])), [
      [1, 'audit'],
      [2, 3, 4, 'audit'],
    ])
  })

  it('runs an audit that follows no case on the first cloud alone', () =>
    assert.deepEqual(linesIn(taken([auditCase], 2)), [['audit'], []]))

  it('keeps cases with the same configuration together on each cloud', () => {
    const cases = [kill(1), kill(2), kill(3, 'kept'), kill(4, 'kept')]
    assert.deepEqual(linesIn(taken(cases, 2)), [
      [1, 3],
      [2, 4],
    ])
  })

  it('gives each case of the matrices to exactly one cloud', () => {
    const isKill = ({ fault }: FaultCase): boolean => !fault.startsWith('audit')
    for (const matrix of [embeddedMatrix, distributedMatrix])
      for (const clouds of [1, 2, 3]) {
        const kills = taken(matrix, clouds).flat().filter(isKill)
        assert.equal(new Set(kills).size, kills.length)
        assert.equal(kills.length, matrix.filter(isKill).length)
      }
  })

  it('leaves the cases in their order for a single cloud', () =>
    assert.deepEqual(taken(embeddedMatrix, 1), [embeddedMatrix]))
})
