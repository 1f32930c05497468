import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backendOptions } from '@nimbo/cloud/serve/options/cinder-options'
import { commonOptions } from '@nimbo/cloud/serve/options/common-options'
import { serviceOptions } from '@nimbo/cloud/serve/options/service-options'
import { ownPolicies as ownComputePolicies } from '@nimbo/compute/own-policies'
import { policies as computePolicies } from '@nimbo/compute/policies.generated'
import type { OptionGroup } from '@nimbo/config/option-group'
import { referencePage } from '@nimbo/config/reference-page'
import { sampleFile } from '@nimbo/config/sample-file'
import { policies as identityPolicies } from '@nimbo/identity/policies.generated'
import { policies as imagePolicies } from '@nimbo/image/policies.generated'
import { metricNames } from '@nimbo/metrics/metric-names'
import { policies as networkPolicies } from '@nimbo/network/policies.generated'
import { policies as placementPolicies } from '@nimbo/placement/policies.generated'
import type { PolicyRule } from '@nimbo/policy/policy-rule'
import { policies as volumePolicies } from '@nimbo/volume/policies.generated'
import { managePage } from './manage-page.ts'

const root = join(import.meta.dirname, '../..')

/** What each file may hold; a back end of cinder is shown under the name it has in guides. */
const options: Readonly<Record<string, readonly OptionGroup[]>> = {
  nimbo: commonOptions,
  ...serviceOptions,
  cinder: [...serviceOptions.cinder, backendOptions('lvm')],
}

const policies: Readonly<Record<string, readonly PolicyRule[]>> = {
  cinder: volumePolicies,
  glance: imagePolicies,
  keystone: identityPolicies,
  neutron: networkPolicies,
  nova: [...computePolicies, ...ownComputePolicies],
  placement: placementPolicies,
}

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
    ...Object.entries(options).map(([service, groups]): [string, string] => [
      `docs/reference/configuration-${service}.md`,
      referencePage(`${service}.conf`, groups),
    ]),
    ...Object.entries(options).map(([service, groups]): [string, string] => [
      `etc/nimbo/${service}.conf.sample`,
      sampleFile(groups),
    ]),
    ...Object.entries(policies).map(([service, rules]): [string, string] => [
      `docs/reference/policies-${service}.md`,
      policyPage(service, rules),
    ]),
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
