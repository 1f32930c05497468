import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { commonOptions } from '@nimbo/cloud/serve/options/common-options'
import { serviceOptions } from '@nimbo/cloud/serve/options/service-options'
import { services } from '@nimbo/cloud/services'
import type { OptionGroup } from '@nimbo/config/option-group'
import { referencePage } from '@nimbo/config/reference-page'
import { sampleFile } from '@nimbo/config/sample-file'
import { metricNames } from '@nimbo/metrics/metric-names'
import type { PolicyRule } from '@nimbo/policy/policy-rule'
import type { AnyService } from '@nimbo/service/service'
import { managePage } from './manage-page.ts'

const root = join(import.meta.dirname, '../..')

/** What its file may hold; a section of an operator's own naming is shown under the name it has in guides. */
const optionsOf = (service: AnyService): readonly OptionGroup[] => {
  const { sections } = service
  return [...serviceOptions(service), ...(sections ? [sections.options(sections.sample)] : [])]
}

const configurationPages = (name: string, groups: readonly OptionGroup[]): [string, string][] => [
  [`docs/reference/configuration-${name}.md`, referencePage(`${name}.conf`, groups)],
  [`etc/nimbo/${name}.conf.sample`, sampleFile(groups)],
]

/** Those of one service. */
const servicePages = async (service: AnyService): Promise<[string, string][]> => [
  ...configurationPages(service.name, optionsOf(service)),
  [`docs/reference/policies-${service.name}.md`, policyPage(service.name, await service.policies())],
]

const cell = (text: string): string => text.replaceAll('|', '\\|')

const policyPage = (service: string, rules: readonly PolicyRule[]): string => {
  const rows = rules.map(({ name, check, scopeTypes, operations }) => {
    const guarded = operations.map(({ method, path }) => `\`${method} ${path}\``).join('<br>')
    return `| \`${name}\` | ${cell(check === '' ? 'anyone' : `\`${check}\``)} | ${scopeTypes.join(', ')} | ${cell(guarded)} |`
  })
  const intro = `Default rules; an operator changes them in \`etc/${service}/policy.yaml\` of the state directory.`
  return [
    `# Policies of ${service}`,
    '',
    intro,
    '',
    '| Rule | Who | Scope | Guards |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

const metricsPage = async (): Promise<string> => {
  const rows = (await metricNames()).map(
    ({ name, type, help }) => `| \`${name}\` | ${type} | ${cell(help)} |`,
  )
  return [
    '# Metrics',
    '',
    'What `GET /metrics` of every process tells; how to read it: `docs/architecture/telemetry.md`.',
    '',
    '| Metric | Type | What it tells |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

/** Every page and sample by its path. */
const pages = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ['docs/reference/metrics.md', await metricsPage()],
    ['docs/reference/manage.md', managePage()],
    ...configurationPages('nimbo', commonOptions),
    ...(await Promise.all(services.map(servicePages))).flat(),
  ])

/** Writes the reference pages; with `--check` says instead which are out of date, and fails if any is. */
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
