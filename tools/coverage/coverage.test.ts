import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { coverageOf, gapLine } from './coverage.ts'
import { knownGaps } from './gaps.ts'
import { readmeFile, withTable } from './readme-table.ts'
import { servedServices } from './served-services.ts'

for (const service of servedServices)
  test(`${service.name} serves what the list of gaps does not name`, () => {
    const known = knownGaps().filter((line) => line.startsWith(`${service.name}\t`))
    const missing = coverageOf(service).missing.map((one) => gapLine(service.name, one))
    assert.deepEqual(
      missing.filter((line) => !known.includes(line)),
      [],
      'operations were lost',
    )
    assert.deepEqual(
      known.filter((line) => !missing.includes(line)),
      [],
      'the list of gaps names operations that are there: node tools/coverage/main.ts --write',
    )
  })

test('the README says how much is served', () => {
  const readme = readFileSync(readmeFile, 'utf8')
  assert.equal(
    readme,
    withTable(readme, servedServices.map(coverageOf)),
    'node tools/coverage/main.ts --write',
  )
})
