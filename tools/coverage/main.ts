/**
 * `nimbo test coverage`: shows which of OpenStack's documented operations the cloud serves, by service. `--missing SERVICE` lists
 * those it does not; `--write` updates the list of gaps, which is reviewed like code, and the table in the README.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { coverageOf, gapLine } from './coverage.ts'
import { gapsFile } from './gaps.ts'
import { readmeFile, withTable } from './readme-table.ts'
import { servedServices } from './served-services.ts'

const coverages = servedServices.map(coverageOf)
const [option, value] = process.argv.slice(2)

const percent = (served: number, living: number): string => `${Math.round((100 * served) / living)} %`
const row = (...cells: readonly (string | number)[]): string =>
  cells.map((cell, index) => (index === 0 ? String(cell).padEnd(16) : String(cell).padStart(9))).join('')

const printTable = (): void => {
  const lines = coverages.map(({ service, living, missing }) => {
    const served = living - missing.length
    return row(service, served, living, percent(served, living))
  })
  const living = coverages.reduce((sum, one) => sum + one.living, 0)
  const served = living - coverages.reduce((sum, one) => sum + one.missing.length, 0)
  process.stdout.write(
    `${[row('service', 'served', 'living', ''), ...lines, row('all', served, living, percent(served, living))].join('\n')}\n`,
  )
}

if (option === '--write') {
  const lines = coverages.flatMap(({ service, missing }) => missing.map((one) => gapLine(service, one)))
  writeFileSync(gapsFile, `${lines.join('\n')}\n`)
  writeFileSync(readmeFile, withTable(readFileSync(readmeFile, 'utf8'), coverages))
} else if (option === '--missing') {
  const asked = coverages.filter(({ service }) => value === undefined || service === value)
  for (const { service, missing } of asked)
    for (const one of missing) process.stdout.write(`${gapLine(service, one)}\t${one.summary}\n`)
} else printTable()
