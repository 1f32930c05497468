import { parse } from 'yaml'
import { CliError } from '../../cloud/cli-error.ts'
import { isRow } from '../../cloud/json-values.ts'
import { addressOf, readText } from '../../cloud/read-text.ts'
import type { Row } from '../../output/result.ts'
import { type Files, readNamed } from './template-files.ts'

/** The environments' names (URLs) in the given order, and the contents of all files they refer to. */
export interface EnvironmentFiles {
  readonly names: readonly string[]
  readonly files: Readonly<Record<string, string>>
}

const sections = [
  ...['parameter_defaults', 'parameters', 'resource_registry', 'encrypted_param_names', 'event_sinks'],
  'parameter_merge_strategies',
]

const notFiles = ['base_url', 'hooks', 'restricted_actions']

/** Replaces file names in a resource registry by URLs; names of resource types (with `::`) are kept. */
const withAddresses = async (entries: Row, base: string, files: Files): Promise<Row> => {
  const from = typeof entries.base_url === 'string' ? `${entries.base_url.replace(/\/$/, '')}/` : base
  const pairs = Object.entries(entries).map(async ([key, value]): Promise<[string, unknown]> => {
    if (isRow(value)) return [key, await withAddresses(value, from, files)]
    if (notFiles.includes(key) || typeof value !== 'string' || value.includes('::')) return [key, value]
    return [key, await readNamed(value, from, files)]
  })
  return Object.fromEntries(await Promise.all(pairs))
}

const environmentIn = (named: string, text: string): Row => {
  let value: unknown
  try {
    value =
      parse(text, { version: '1.1', uniqueKeys: false, customTags: (tags) => tags.filter(isNoTime) }) ?? {}
  } catch (error) {
    throw new CliError(`${named} is not YAML: ${error instanceof Error ? error.message : error}`)
  }
  if (!isRow(value)) throw new CliError(`The environment ${named} is not a valid YAML mapping data type.`)
  const stranger = Object.keys(value).find((section) => !sections.includes(section))
  if (stranger !== undefined) throw new CliError(`environment ${named} has wrong section "${stranger}"`)
  return value
}

/** Excludes YAML's timestamp tag, so that dates remain strings. */
const isNoTime = (tag: string | { readonly tag: string }): boolean =>
  typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:timestamp'

/** Reads environments from files or URLs, with the templates to which their registries refer. */
export const readEnvironments = async (named: readonly string[]): Promise<EnvironmentFiles> => {
  const files: Files = new Map()
  const whole = new Map<string, string>()
  for (const each of named) {
    const address = addressOf(each)
    const { resource_registry: registry, ...rest } = environmentIn(each, await readText(each))
    const changed = isRow(registry)
      ? { resource_registry: await withAddresses(registry, address, files) }
      : {}
    whole.set(address, JSON.stringify({ ...rest, ...changed }))
  }
  return {
    names: named.map(addressOf),
    files: { ...Object.fromEntries(files), ...Object.fromEntries(whole) },
  }
}
