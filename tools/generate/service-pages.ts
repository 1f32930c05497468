import type { OptionGroup } from '@nimbo/config/option-group'
import { referencePage } from '@nimbo/config/reference-page'
import { sampleFile } from '@nimbo/config/sample-file'
import type { PolicyRule } from '@nimbo/policy/policy-rule'
import type { AnyService } from '@nimbo/service/service'
import { serviceOptions } from '@nimbo/service/service-options'
import { cell } from './cell.ts'

/**
 * The options of a service's configuration file; sections named by the operator are shown with the example name used in the
 * guides.
 */
const optionsOf = (service: AnyService): readonly OptionGroup[] => {
  const { sections } = service
  return [...serviceOptions(service), ...(sections ? sections.samples.map(sections.options) : [])]
}

/** The reference page and sample file of a set of options, by path. */
export const configurationPages = (name: string, groups: readonly OptionGroup[]): [string, string][] => [
  [`docs/reference/configuration-${name}.md`, referencePage(`${name}.conf`, groups)],
  [`etc/nimbo/${name}.conf.sample`, sampleFile(groups)],
]

/** The reference pages and the sample file of a service, by path. */
export const servicePages = async (service: AnyService): Promise<[string, string][]> => [
  ...configurationPages(service.name, optionsOf(service)),
  [`docs/reference/policies-${service.name}.md`, policyPage(service.name, await service.policies())],
]

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
