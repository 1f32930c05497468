import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import type { FaultCase } from './fault-case.ts'
import { keptVerdicts } from './kept-verdicts.ts'

const caseAt = (line: number, volume = false): FaultCase => ({
  ...{ fault: 'kill', line, moment: 'in', volume },
  run: async () => 'ACTIVE',
})

test('an interrupted run of the fault matrix is resumed with the cases that have not passed', async () => {
  await using directory = await temporaryDirectory()
  const file = join(directory.path, 'verdicts')
  const cases = [caseAt(1), caseAt(1, true), caseAt(2), caseAt(2), caseAt(3)]
  assert.deepEqual(keptVerdicts(file).remaining('embedded', cases), cases)

  const first = keptVerdicts(file)
  first.keep({ shape: 'embedded', fault: caseAt(1), outcome: 'ACTIVE', ms: 1 })
  first.keep({ shape: 'embedded', fault: caseAt(2), outcome: 'ACTIVE', ms: 1 })
  first.keep({ shape: 'embedded', fault: caseAt(3), broken: 'two domains', ms: 1 })
  appendFileSync(file, '{"shape":"embedded","na')

  const left = keptVerdicts(file).remaining('embedded', cases)
  assert.deepEqual(
    left.map(({ line, volume }) => [line, volume]),
    [
      [1, true],
      [2, false],
      [3, false],
    ],
  )
  assert.equal(keptVerdicts(file).remaining('distributed', cases).length, cases.length)
})
