import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { computeOptions } from '@nimbo/compute/config'
import { ownPolicies as ownComputePolicies } from '@nimbo/compute/own-policies'
import { policies as computePolicies } from '@nimbo/compute/policies.generated'
import type { OptionGroup } from '@nimbo/config/option-group'
import { referencePage } from '@nimbo/config/reference-page'
import { keystoneOptions } from '@nimbo/identity/config'
import { policies as identityPolicies } from '@nimbo/identity/policies.generated'
import { glanceOptions } from '@nimbo/image/config'
import { policies as imagePolicies } from '@nimbo/image/policies.generated'
import { neutronOptions } from '@nimbo/network/config'
import { policies as networkPolicies } from '@nimbo/network/policies.generated'
import { placementOptions } from '@nimbo/placement/config'
import { policies as placementPolicies } from '@nimbo/placement/policies.generated'
import type { PolicyRule } from '@nimbo/policy/policy-rule'
import { cinderOptions } from '@nimbo/volume/config'
import { policies as volumePolicies } from '@nimbo/volume/policies.generated'

const folder = join(import.meta.dirname, '../../docs/reference')

const options: Readonly<Record<string, readonly OptionGroup[]>> = {
  cinder: cinderOptions,
  glance: glanceOptions,
  keystone: keystoneOptions,
  neutron: neutronOptions,
  nova: computeOptions,
  placement: placementOptions,
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

/** Every page by file name. */
const pages = (): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(options).map(([service, groups]): [string, string] => [
      `configuration-${service}.md`,
      referencePage(`${service}.conf`, groups),
    ]),
    ...Object.entries(policies).map(([service, rules]): [string, string] => [
      `policies-${service}.md`,
      policyPage(service, rules),
    ]),
  ])

/** Writes the reference pages; with `--check` says instead which are out of date, and fails if any is. */
const stale: string[] = []
for (const [name, text] of pages()) {
  const path = join(folder, name)
  if (process.argv.includes('--check')) {
    if ((await readFile(path, 'utf8').catch(() => '')) !== text) stale.push(name)
  } else await writeFile(path, text)
}
if (stale.length > 0) {
  process.stderr.write(`out of date, run npm run reference: ${stale.join(' ')}\n`)
  process.exitCode = 1
}
