import type { Constraint } from '../resource-type/constraint.ts'
import type { Path } from './path.ts'
import { isList, isMap } from './shapes.ts'
import { TemplateProblem } from './template-problem.ts'
import { type Dialect, hasForm } from './versions.ts'

export type ParameterType = 'string' | 'number' | 'comma_delimited_list' | 'json' | 'boolean'

/** A constraint of a parameter, with the template's error text for values that violate it. */
export interface ParameterConstraint {
  readonly constraint: Constraint
  readonly description: string | undefined
}

export interface ParameterSchema {
  readonly name: string
  readonly type: ParameterType
  readonly label: string | undefined
  readonly description: string
  /** Undefined if the parameter is required. */
  readonly default: unknown
  readonly hidden: boolean
  readonly immutable: boolean
  readonly tags: readonly string[]
  readonly constraints: readonly ParameterConstraint[]
}

const types: Readonly<Record<string, ParameterType>> = {
  string: 'string',
  number: 'number',
  comma_delimited_list: 'comma_delimited_list',
  json: 'json',
  boolean: 'boolean',
  String: 'string',
  Number: 'number',
  CommaDelimitedList: 'comma_delimited_list',
  Json: 'json',
  Boolean: 'boolean',
}

const bad = (path: Path, message: string) => new TemplateProblem('InvalidSchemaError', path, message)

const hotKeys = ['type', 'default', 'label', 'description', 'constraints', 'hidden', 'immutable', 'schema']
const tagsSince = '2018-03-02'
const moduloSince = '2017-02-24'
const cfnKeys = [
  ...['Type', 'Default', 'NoEcho', 'AllowedValues', 'AllowedPattern', 'MaxLength', 'MinLength', 'MaxValue'],
  ...['MinValue', 'Description', 'ConstraintDescription', 'Label'],
]

const flag = (value: unknown, path: Path, name: string): boolean => {
  if (value === undefined || value === null) return false
  const text = String(value).toLowerCase()
  if (['true', 't', 'yes', 'on', 'y', '1'].includes(text)) return true
  if (['false', 'f', 'no', 'off', 'n', '0'].includes(text)) return false
  throw bad([...path, name], `Invalid value for "${name}": ${String(value)}`)
}

const numberOr = (value: unknown, path: Path): number | undefined => {
  if (value === undefined || value === null) return undefined
  const read = Number(value)
  if (Number.isNaN(read)) throw bad(path, `min/max must be numeric, not ${String(value)}`)
  return read
}

const bounds = (value: unknown, path: Path) => {
  if (!isMap(value)) throw bad(path, 'Invalid range: expecting a mapping with min and/or max')
  const min = numberOr(value.min, path)
  const max = numberOr(value.max, path)
  if (min === undefined && max === undefined)
    throw bad(path, 'A range constraint must have a min value and/or a max value specified.')
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

const plain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Parses one entry of `constraints:`. */
const constraintOf = (kind: string, value: unknown, path: Path): Constraint => {
  switch (kind) {
    case 'length':
      return { kind: 'length', ...bounds(value, path) }
    case 'range':
      return { kind: 'range', ...bounds(value, path) }
    case 'allowed_values':
      if (!isList(value) || !value.every(plain)) throw bad(path, 'Invalid allowed_values: expecting a list')
      return { kind: 'allowed', values: value }
    case 'allowed_pattern':
      return { kind: 'pattern', pattern: String(value) }
    case 'custom_constraint':
      return { kind: 'custom', name: String(value) }
    case 'modulo': {
      if (!isMap(value)) throw bad(path, 'Invalid modulo: expecting a mapping with step and offset')
      const step = Number(value.step)
      const offset = Number(value.offset)
      if (!(step !== 0) || Number.isNaN(offset) || Math.abs(offset) >= Math.abs(step) || step * offset < 0)
        throw bad(
          path,
          'offset must be smaller (by absolute value) than step, of the same sign, and step not 0.',
        )
      return { kind: 'modulo', step, offset }
    }
    default:
      throw bad(path, `Invalid constraint type: ${kind}`)
  }
}

const constraintsOf = (given: unknown, path: Path): readonly ParameterConstraint[] => {
  if (given === undefined || given === null) return []
  if (!isList(given)) throw bad(path, 'Invalid parameter constraints, expecting a list')
  return given.map((entry, index) => {
    const here = [...path, index]
    if (!isMap(entry)) throw bad(here, 'Invalid parameter constraints, expecting a mapping')
    const kinds = Object.keys(entry).filter((key) => key !== 'description')
    const [kind] = kinds
    if (kind === undefined || kinds.length > 1) throw bad(here, 'A constraint must be one of a kind')
    const description = typeof entry.description === 'string' ? entry.description : undefined
    return { constraint: constraintOf(kind, entry[kind], here), description }
  })
}

const cfnConstraints = (
  given: Readonly<Record<string, unknown>>,
  path: Path,
): readonly ParameterConstraint[] => {
  const description =
    typeof given.ConstraintDescription === 'string' ? given.ConstraintDescription : undefined
  const lengths = { min: given.MinLength, max: given.MaxLength }
  const values = { min: given.MinValue, max: given.MaxValue }
  const found: Constraint[] = []
  if (lengths.min !== undefined || lengths.max !== undefined)
    found.push(constraintOf('length', lengths, path))
  if (values.min !== undefined || values.max !== undefined) found.push(constraintOf('range', values, path))
  if (given.AllowedValues !== undefined) found.push(constraintOf('allowed_values', given.AllowedValues, path))
  if (given.AllowedPattern !== undefined)
    found.push(constraintOf('allowed_pattern', given.AllowedPattern, path))
  return found.map((constraint) => ({ constraint, description }))
}

/** The parameter types that each constraint applies to. */
const allowedOn: Readonly<Record<Constraint['kind'], readonly ParameterType[]>> = {
  length: ['string', 'comma_delimited_list', 'json'],
  range: ['number'],
  allowed: ['string', 'number', 'boolean', 'comma_delimited_list'],
  pattern: ['string'],
  custom: ['string', 'number', 'boolean', 'comma_delimited_list', 'json'],
  modulo: ['number'],
}

/** Parses the definition of one parameter. */
export const readParameterSchema = (
  name: string,
  given: unknown,
  dialect: Dialect,
  path: Path,
): ParameterSchema => {
  if (!isMap(given)) throw bad(path, `Invalid parameter ${name}, expecting a mapping`)
  const isHot = dialect.kind === 'hot'
  const keys = isHot ? [...hotKeys, ...(hasForm(dialect, tagsSince) ? ['tags'] : [])] : cfnKeys
  const strange = Object.keys(given).find((key) => !keys.includes(key))
  if (strange !== undefined) throw bad([...path, strange], `Invalid key '${strange}' for parameter (${name})`)
  const typeName = isHot ? given.type : given.Type
  if (typeName === undefined) throw bad(path, `Missing parameter type for parameter: ${name}`)
  const type = Object.hasOwn(types, String(typeName)) ? types[String(typeName)] : undefined
  if (type === undefined || /^[A-Z]/.test(String(typeName)) === isHot)
    throw bad([...path, isHot ? 'type' : 'Type'], `Invalid type (${String(typeName)})`)
  const constraints = isHot
    ? constraintsOf(given.constraints, [...path, 'constraints'])
    : cfnConstraints(given, path)
  for (const { constraint } of constraints)
    if (constraint.kind === 'modulo' && !hasForm(dialect, moduloSince))
      throw bad(path, 'Invalid constraint type: modulo')
    else if (!allowedOn[constraint.kind].includes(type))
      throw bad(path, `${constraint.kind} constraint invalid for ${type}`)
  const label = isHot ? given.label : given.Label
  return {
    name,
    type,
    label: typeof label === 'string' ? label : undefined,
    description: String((isHot ? given.description : given.Description) ?? ''),
    default: isHot ? given.default : given.Default,
    hidden: flag(isHot ? given.hidden : given.NoEcho, path, 'hidden'),
    immutable: isHot && flag(given.immutable, path, 'immutable'),
    tags: isHot && isList(given.tags) ? given.tags.map(String) : [],
    constraints,
  }
}
