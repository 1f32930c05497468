import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { services } from '@nimbo/cloud/services'
import { metricNames } from '@nimbo/metrics/metric-names'
import { commonOptions } from '@nimbo/service/common-options'
import { cell } from './cell.ts'
import { managePage } from './manage-page.ts'
import { openApiPages } from './open-api-pages.ts'
import { configurationPages, servicePages } from './service-pages.ts'

const root = join(import.meta.dirname, '../..')

const metricsPage = async (): Promise<string> => {
  const rows = (await metricNames()).map(
    ({ name, type, help }) => `| \`${name}\` | ${type} | ${cell(help)} |`,
  )
  return [
    '# Metrics',
    '',
    'The metrics that `GET /metrics` of each process returns; how to read them: `docs/architecture/telemetry.md`.',
    '',
    '| Metric | Type | Meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

/** All generated pages and samples by path. */
const pages = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ['docs/reference/metrics.md', await metricsPage()],
    ['docs/reference/manage.md', await managePage()],
    ...configurationPages('nimbo', commonOptions),
    ...(await openApiPages()),
    ...(await Promise.all(services.map(servicePages))).flat(),
  ])

/** Writes the reference pages; with `--check`, lists those that are out of date instead, and fails if there are any. */
const stale: string[] = []
for (const [name, text] of await pages()) {
  const path = join(root, name)
  if (process.argv.includes('--check')) {
    if ((await readFile(path, 'utf8').catch(() => '')) !== text) stale.push(name)
  } else {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}
if (stale.length > 0) {
  process.stderr.write(`out of date, run npm run reference: ${stale.join(' ')}\n`)
  process.exitCode = 1
}
