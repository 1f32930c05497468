import { brokenBy, type Constraint } from '../resource-type/constraint.ts'
import type { ParameterSchema } from './parameter-schema.ts'
import { isList, isMap } from './shapes.ts'
import { invalid, TemplateProblem } from './template-problem.ts'

/** Checks a value by a constraint that needs a service, such as `nova.flavor`; resolves to what is wrong, or undefined. */
export type AskConstraint = (name: string, value: unknown) => Promise<string | undefined>

const refuse = (name: string, reason: string) =>
  invalid(['parameters', name], `Parameter '${name}' is invalid: ${reason}`)

const truths = ['t', 'true', 'on', 'y', 'yes', '1']
const falsehoods = ['f', 'false', 'off', 'n', 'no', '0']

const listOf = (name: string, value: unknown): readonly string[] => {
  if (isList(value))
    return value.map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item).trim()))
  if (typeof value === 'string') return value === '' ? [] : value.split(',').map((item) => item.trim())
  throw refuse(name, `Value must be a comma-delimited list string: ${JSON.stringify(value)}`)
}

const jsonOf = (name: string, value: unknown): unknown => {
  if (isMap(value) || isList(value)) return value
  if (value === null || value === '') return {}
  try {
    const read: unknown = JSON.parse(String(value))
    if (isMap(read) || isList(read)) return read
  } catch {
    // Reported below.
  }
  throw refuse(name, `Value must be valid JSON: ${String(value)}`)
}

/** Converts a value to the parameter's type. */
const castParameter = ({ name, type }: ParameterSchema, value: unknown): unknown => {
  switch (type) {
    case 'string':
      if (isMap(value) || isList(value)) throw refuse(name, 'Value must be a string')
      if (typeof value === 'boolean') return value ? 'True' : 'False'
      return value === null ? '' : String(value)
    case 'number': {
      const read = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
      if (Number.isNaN(read) || typeof value === 'boolean')
        throw refuse(name, `could not convert string to float: '${String(value)}'`)
      return read
    }
    case 'comma_delimited_list':
      return listOf(name, value)
    case 'json':
      return jsonOf(name, value)
    case 'boolean': {
      const word = String(value).toLowerCase()
      if (truths.includes(word)) return true
      if (falsehoods.includes(word)) return false
      throw refuse(
        name,
        `Unrecognized value '${String(value)}', acceptable values are: 't', 'true', 'on', 'y', 'yes', '1', 'f', 'false', 'off', 'n', 'no', '0'`,
      )
    }
  }
}

const breaks = async (constraint: Constraint, value: unknown, ask: AskConstraint | undefined) => {
  if (constraint.kind !== 'custom') return brokenBy(constraint, value)
  if (!ask) return undefined
  for (const one of isList(value) ? value : [value]) {
    const reason = await ask(constraint.name, one)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** Converts a value and checks its constraints; `ask` is missing where services must not be called. */
const checkParameter = async (
  schema: ParameterSchema,
  given: unknown,
  ask: AskConstraint | undefined,
): Promise<unknown> => {
  const value = castParameter(schema, given)
  for (const { constraint, description } of schema.constraints) {
    const reason = await breaks(constraint, value, ask)
    if (reason === undefined) continue
    const shown = schema.hidden ? 'Parameter Value Hidden.' : reason
    throw refuse(
      schema.name,
      description === undefined
        ? shown
        : `${description}${description.endsWith('.') ? '' : '.'} ${shown}`.trim(),
    )
  }
  return value
}

/**
 * The values of all parameters of a template: given values, `parameter_defaults` or the template's defaults. With `strict`,
 * unknown and missing parameters throw.
 */
export const checkParameters = async (
  schemas: ReadonlyMap<string, ParameterSchema>,
  given: Readonly<Record<string, unknown>>,
  {
    ask,
    defaults = {},
    strict = true,
  }: { ask?: AskConstraint; defaults?: Readonly<Record<string, unknown>>; strict?: boolean },
): Promise<Readonly<Record<string, unknown>>> => {
  for (const name of Object.keys(given))
    if (strict && !schemas.has(name))
      throw new TemplateProblem(
        'UnknownUserParameter',
        ['parameters', name],
        `The Parameter (${name}) was not defined in template.`,
      )
  const values: Record<string, unknown> = {}
  for (const schema of schemas.values()) {
    const { name } = schema
    const value = Object.hasOwn(given, name)
      ? given[name]
      : Object.hasOwn(defaults, name)
        ? defaults[name]
        : schema.default
    if (value === undefined) {
      if (!strict) continue
      throw new TemplateProblem(
        'UserParameterMissing',
        ['parameters', name],
        `The Parameter (${name}) was not provided.`,
      )
    }
    values[name] = await checkParameter(schema, value, ask)
  }
  return values
}
