import { join } from 'node:path'
import type { Coverage } from './coverage.ts'

export const readmeFile = join(import.meta.dirname, '../../README.md')

const begin = '<!-- coverage: node tools/coverage/main.ts --write -->'
const end = '<!-- /coverage -->'

const row = ({ service, living, missing }: Coverage): string => {
  const served = living - missing.length
  return `| ${service} | ${served} | ${living} | ${Math.round((100 * served) / living)} % |`
}

/** The README's table with the share of OpenStack's API that is served. */
const tableOf = (coverages: readonly Coverage[]): string =>
  ['| service | operations served | documented | |', '| --- | --- | --- | --- |', ...coverages.map(row)].join(
    '\n',
  )

/** The README with the table updated. */
export const withTable = (readme: string, coverages: readonly Coverage[]): string => {
  const [head = '', rest = ''] = readme.split(begin)
  const [, tail = ''] = rest.split(end)
  return `${head}${begin}\n${tableOf(coverages)}\n${end}${tail}`
}
