import { CliError } from '../../cloud/cli-error.ts'
import { given } from '../../cloud/json-values.ts'
import { readText } from '../../cloud/read-text.ts'
import { also, integer, list, text } from '../../grammar/option.ts'
import type { Row } from '../../output/result.ts'
import { readEnvironments } from './environment-files.ts'
import { readTemplate } from './template-files.ts'

/** The options for template parameters, environments and tags. */
export const partOptions = {
  environment: also(list('<environment>', 'Path to an environment file (repeatable)'), '-e'),
  timeout: integer('<timeout>', 'Minutes after which the operation times out and fails'),
  parameter: list('<key=value>', 'Parameter name and value (repeatable)'),
  parameterFile: list('<key=file>', 'Parameter name and the file that contains its value (repeatable)'),
  tags: text('<tag1,tag2...>', 'Comma-separated tags of the stack'),
}

interface Parts {
  readonly template: string | undefined
  readonly environment: readonly string[]
  readonly parameter: readonly string[]
  readonly parameterFile: readonly string[]
  readonly timeout: number | undefined
  readonly tags: string | undefined
}

const pair = (word: string): readonly [string, string] => {
  const equals = word.indexOf('=')
  if (equals < 1) throw new CliError(`Malformed parameter(${word}). Use the key=value format.`)
  return [word.slice(0, equals), word.slice(equals + 1)]
}

/** Parses `a=1`, or several in one word: `a=1;b=2`. */
export const pairsIn = (words: readonly string[]): Readonly<Record<string, string>> => {
  const [only = ''] = words
  const several = words.length === 1 && /^[^=;]+=[^;]*;[^=;]+=/.test(only)
  return Object.fromEntries((several ? only.split(';') : words).filter((word) => word !== '').map(pair))
}

const filedParameters = async (words: readonly string[]): Promise<Row> => {
  const read = words.map(pair).map(async ([name, file]) => [name, await readText(file)] as const)
  return Object.fromEntries(await Promise.all(read))
}

/** Converts a path such as `a/b*` to the nested entry of a resource registry that sets a hook on these resources. */
const hooked = (path: string, hook: string): Row =>
  path
    .split('/')
    .filter((part) => part !== '')
    .reduceRight<Row>((inner, part) => ({ [part]: inner }), { hooks: hook })

const merged = (one: Row, other: Row): Row =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => {
      const [left, right] = [one[key], other[key]]
      return [key, isBoth(left) && isBoth(right) ? merged(left, right) : (right ?? left)]
    }),
  )

const isBoth = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** The environment that sets a hook on the given resources. */
const hooksEnvironment = (paths: readonly string[], hook: string): Row =>
  paths.length === 0
    ? {}
    : { resource_registry: { resources: paths.map((path) => hooked(path, hook)).reduce(merged) } }

/** The request body of a stack: its template, environments and files, read from the user's disk. */
export const stackRequest = async (asked: Parts, hooks: readonly string[] = [], hook = ''): Promise<Row> => {
  const read = asked.template === undefined ? undefined : await readTemplate(asked.template)
  const environments = await readEnvironments(asked.environment)
  return given({
    template: read?.template,
    files: { ...read?.files, ...environments.files },
    environment: hooksEnvironment(hooks, hook),
    environment_files: environments.names.length > 0 ? environments.names : undefined,
    parameters: { ...pairsIn(asked.parameter), ...(await filedParameters(asked.parameterFile)) },
    timeout_mins: asked.timeout,
    tags: asked.tags,
  })
}
