import { readParameterSchema } from './parameter-schema.ts'
import type { Path } from './path.ts'
import { resourceKeysOf, sectionsOf, type Words, wordsOf } from './sections.ts'
import { isList, isMap, shapeOf } from './shapes.ts'
import type { OutputDefinition, ParameterGroup, ResourceDefinition, Template } from './template.ts'
import { invalid, TemplateProblem } from './template-problem.ts'
import { aliases, cfnVersions, type Dialect, hotVersions } from './versions.ts'

type Values = Readonly<Record<string, unknown>>

const badVersion = (key: string, given: unknown, known: readonly string[]) =>
  new TemplateProblem(
    'InvalidTemplateVersion',
    [key],
    `The template version is invalid: "${key}: ${String(given)}". "${key}" should be one of: ${known.join(', ')}`,
  )

/** The template's language and version. */
const dialectOf = (raw: Values): Dialect => {
  const given = ['heat_template_version', 'HeatTemplateFormatVersion', 'AWSTemplateFormatVersion'].filter(
    (key) => key in raw,
  )
  const [key] = given
  if (key === undefined || given.length > 1)
    throw new TemplateProblem(
      'InvalidTemplateVersion',
      given.slice(0, 1),
      given.length > 1 ? `Ambiguous versions (${given.join(', ')})` : 'Template version was not provided',
    )
  const said = String(raw[key])
  if (key === 'heat_template_version') {
    const version =
      hotVersions.find((one) => one === said) ?? (Object.hasOwn(aliases, said) ? aliases[said] : undefined)
    if (version === undefined) throw badVersion(key, said, [...hotVersions, ...Object.keys(aliases)])
    return { kind: 'hot', version }
  }
  const version = cfnVersions.find((one) => one === said)
  const expected = key === 'HeatTemplateFormatVersion' ? '2012-12-12' : '2010-09-09'
  if (version !== expected) throw badVersion(key, said, [expected])
  return { kind: 'cfn', version }
}

const mapAt = (value: unknown, path: Path, what: string): Values => {
  if (value === undefined || value === null) return {}
  if (!isMap(value)) throw invalid(path, `${what} must contain a map, not a ${shapeOf(value)}`)
  return value
}

const textsOf = (value: unknown, path: Path): readonly string[] => {
  if (value === undefined || value === null) return []
  const all = isList(value) ? value : [value]
  if (!all.every((one) => typeof one === 'string'))
    throw invalid(path, 'depends_on must contain resource names')
  return all
}

const readResource = (name: string, given: unknown, dialect: Dialect, words: Words): ResourceDefinition => {
  const path: Path = [words.resources, name]
  if (name === '' || name.includes('/')) throw invalid(path, `Resource name may not contain "/"`)
  if (!isMap(given)) throw invalid(path, `Resource ${name} should be a map, not a ${shapeOf(given)}`)
  const strange = Object.keys(given).find((key) => !resourceKeysOf(dialect).includes(key))
  if (strange !== undefined)
    throw invalid([...path, strange], `"${strange}" is not a valid keyword inside a resource definition`)
  const type = given[words.type]
  if (type === undefined) throw invalid(path, `Each resource must contain a ${words.type} key: ${name}`)
  if (typeof type !== 'string' || type === '')
    throw invalid([...path, words.type], `Resource ${name} ${words.type} type must be string`)
  return {
    name,
    type,
    properties: mapAt(given[words.properties], [...path, words.properties], 'Resource properties'),
    metadata: mapAt(given[words.metadata], [...path, words.metadata], 'Resource metadata'),
    dependsOn: textsOf(given[words.dependsOn], [...path, words.dependsOn]),
    deletionPolicy: given[words.deletionPolicy],
    updatePolicy: mapAt(given[words.updatePolicy], [...path, words.updatePolicy], 'Update policy'),
    description: String(given[words.description] ?? ''),
    externalId: given.external_id,
    condition: given[words.condition],
  }
}

const readOutput = (name: string, given: unknown, dialect: Dialect, words: Words): OutputDefinition => {
  const path = [words.outputs, name]
  if (!isMap(given)) throw invalid(path, `Outputs must contain Output. Found a [${shapeOf(given)}] instead`)
  if (!(words.value in given))
    throw invalid(path, `Each output definition must contain a "${words.value}" key: ${name}`)
  if (words.condition in given && !resourceKeysOf(dialect).includes(words.condition))
    throw invalid([...path, words.condition], `"${words.condition}" is not a valid keyword inside an output`)
  return {
    name,
    value: given[words.value],
    description: String(given[words.description] ?? ''),
    condition: given[words.condition],
  }
}

const readGroups = (given: unknown, parameters: ReadonlyMap<string, unknown>): readonly ParameterGroup[] => {
  if (given === undefined || given === null) return []
  if (!isList(given)) throw invalid(['parameter_groups'], 'The parameter_groups should be a list.')
  const seen = new Set<string>()
  return given.map((group, index) => {
    const path: Path = ['parameter_groups', index]
    if (!isMap(group) || !isList(group.parameters))
      throw invalid(path, 'Parameters must be provided for each Parameter Group.')
    for (const name of group.parameters) {
      if (typeof name !== 'string' || !parameters.has(name))
        throw invalid(path, `The grouped parameter ${String(name)} does not reference a valid parameter.`)
      if (seen.has(name))
        throw invalid(path, `The ${name} parameter must be assigned to one parameter group only.`)
      seen.add(name)
    }
    return {
      label: String(group.label ?? ''),
      description: String(group.description ?? ''),
      parameters: group.parameters.map(String),
    }
  })
}

const eachOf = <Item>(
  given: Values,
  read: (name: string, value: unknown) => Item,
): ReadonlyMap<string, Item> =>
  new Map(Object.entries(given).map(([name, value]) => [name, read(name, value)]))

/** Parses the structure of a template; references are checked when they are resolved. */
export const parseTemplate = (raw: Values): Template => {
  const dialect = dialectOf(raw)
  const words = wordsOf(dialect)
  const strange = Object.keys(raw).find((key) => !sectionsOf(dialect).includes(key))
  if (strange !== undefined)
    throw new TemplateProblem(
      'InvalidTemplateSection',
      [strange],
      `The template section is invalid: ${strange}`,
    )
  const section = (key: string): Values => mapAt(raw[key], [key], `"${key}"`)
  const parameters = eachOf(section(words.parameters), (name, value) =>
    readParameterSchema(name, value, dialect, [words.parameters, name]),
  )
  return {
    dialect,
    description: String(raw[words.description] ?? (dialect.kind === 'hot' ? 'No description' : '')),
    parameters,
    parameterGroups: readGroups(raw.parameter_groups, parameters),
    resources: eachOf(section(words.resources), (name, value) => readResource(name, value, dialect, words)),
    outputs: eachOf(section(words.outputs), (name, value) => readOutput(name, value, dialect, words)),
    conditions: new Map(Object.entries(section(words.conditions))),
    mappings: section('Mappings'),
    raw,
  }
}
