import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { coverageOf, gapLine } from './coverage.ts'
import { knownGaps } from './gaps.ts'
import { readmeFile, withTable } from './readme-table.ts'
import { servedServices } from './served-services.ts'

for (const service of servedServices)
  test(`${service.name}: the list of gaps names exactly the operations that are not served`, () => {
    const known = knownGaps().filter((line) => line.startsWith(`${service.name}\t`))
    const missing = coverageOf(service).missing.map((one) => gapLine(service.name, one))
    assert.deepEqual(
      missing.filter((line) => !known.includes(line)),
      [],
      'operations are no longer served',
    )
    assert.deepEqual(
      known.filter((line) => !missing.includes(line)),
      [],
      'the list of gaps names operations that are served: node tools/coverage/main.ts --write',
    )
  })

test('the table in the README shows how many operations are served', () => {
  const readme = readFileSync(readmeFile, 'utf8')
  assert.equal(
    readme,
    withTable(readme, servedServices.map(coverageOf)),
    'node tools/coverage/main.ts --write',
  )
})
