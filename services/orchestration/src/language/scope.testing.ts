import { parseTemplate } from './parse-template.ts'
import type { Scope } from './scope.ts'

/** The scope of a template with only these parameters, resources and files. */
export const scopeOf = (
  version: string,
  given: {
    readonly parameters?: Readonly<Record<string, unknown>>
    readonly resources?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    readonly conditions?: Readonly<Record<string, unknown>>
    readonly mappings?: Readonly<Record<string, unknown>>
    readonly files?: Readonly<Record<string, string>>
  } = {},
): Scope => {
  const { parameters = {}, resources = {}, conditions, mappings, files = {} } = given
  const isCfn = ['2010-09-09', '2012-12-12'].includes(version)
  const key = isCfn
    ? version === '2010-09-09'
      ? 'AWSTemplateFormatVersion'
      : 'HeatTemplateFormatVersion'
    : 'heat_template_version'
  const template = parseTemplate({
    [key]: version,
    ...(conditions ? { [isCfn ? 'Conditions' : 'conditions']: conditions } : {}),
    ...(mappings ? { Mappings: mappings } : {}),
  })
  return {
    template,
    parameter: (name) => parameters[name],
    reference: async (name) => (name in resources ? `id-of-${name}` : undefined),
    attribute: async (resource, name) => {
      const attributes = resources[resource]
      if (!attributes) return undefined
      return name === undefined ? attributes : (attributes[name] ?? null)
    },
    file: (name) => files[name],
    facade: (section) => ({ section }),
    zones: async () => ['nova'],
  }
}
