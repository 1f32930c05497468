import { createRequire } from 'node:module'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import type { FormatsPlugin } from 'ajv-formats'
import type { TSchema } from 'typebox'
import { decisiveError } from './decisive-error.ts'
import { inPython } from './in-python.ts'

/** A validation error: where, which value, and why, in the words of Python's jsonschema library. */
export interface Invalid {
  /** The path joined by dots, such as `server.name`; empty for the whole value. */
  readonly path: string
  /** The parts of the path: names may contain dots. */
  readonly parts: readonly string[]
  /** The property at fault: the last part of the path, or the missing or unexpected one. */
  readonly property: string
  readonly value: unknown
  readonly reason: string
  readonly keyword: string
}

/** What is validated. */
type Mode = 'body' | 'query' | 'reply'

export type Check = (value: unknown) => Invalid | undefined

/**
 * Compiles schemas at first use, since a cloud has hundreds and most processes need few. `body` fills in defaults; `query` also
 * converts text to numbers and booleans; `reply` changes nothing.
 */
export const schemaChecker = (mode: Mode): ((schema: TSchema) => Check) => {
  let ajv: Ajv | undefined
  const compiled = new WeakMap<TSchema, Check>()
  return (schema) => {
    const known = compiled.get(schema)
    if (known) return known
    ajv ??= newAjv(mode)
    const check = asCheck(ajv.compile(schema))
    compiled.set(schema, check)
    return check
  }
}

/** Loaded at first use: a process without validation saves ten megabytes. */
const load = createRequire(import.meta.url)

const newAjv = (mode: Mode): Ajv => {
  const { Ajv: Compiler } = load('ajv') as { Ajv: typeof Ajv }
  const { default: addFormats } = load('ajv-formats') as { default: FormatsPlugin }
  const ajv = new Compiler({
    strict: false,
    verbose: true,
    useDefaults: mode !== 'reply',
    coerceTypes: mode === 'query' ? 'array' : false,
    // The schemas are our own; checking them against the meta-schema takes longer than compiling.
    validateSchema: false,
    // Optimising takes half of the compile time, and V8 optimises hot code anyway.
    code: { optimize: false },
  })
  addFormats(ajv, ['uuid', 'date-time', 'date', 'ipv4', 'ipv6', 'uri', 'email', 'regex'])
  return ajv
}

const asCheck =
  (validate: ValidateFunction): Check =>
  (value) => {
    if (validate(value)) return undefined
    const error = decisiveError(validate.errors ?? [])
    return error && describe(error)
  }

const reasons: Record<string, (error: ErrorObject, value: string) => string> = {
  required: (error) => `'${error.params.missingProperty}' is a required property`,
  additionalProperties: (error) =>
    `Additional properties are not allowed ('${error.params.additionalProperty}' was unexpected)`,
  type: (error, value) =>
    `${value} is not of type ${[error.params.type]
      .flat()
      .map((type) => `'${type}'`)
      .join(', ')}`,
  enum: (error, value) => `${value} is not one of ${inPython(error.params.allowedValues)}`,
  const: (error, value) => `${value} is not one of ${inPython([error.params.allowedValue])}`,
  minLength: (_, value) => `${value} is too short`,
  maxLength: (_, value) => `${value} is too long`,
  minItems: (_, value) => `${value} is too short`,
  maxItems: (_, value) => `${value} is too long`,
  minProperties: (_, value) => `${value} does not have enough properties`,
  maxProperties: (_, value) => `${value} has too many properties`,
  uniqueItems: (_, value) => `${value} has non-unique elements`,
  minimum: (error, value) => `${value} is less than the minimum of ${error.params.limit}`,
  maximum: (error, value) => `${value} is greater than the maximum of ${error.params.limit}`,
  exclusiveMinimum: (error, value) =>
    `${value} is less than or equal to the minimum of ${error.params.limit}`,
  exclusiveMaximum: (error, value) =>
    `${value} is greater than or equal to the maximum of ${error.params.limit}`,
  multipleOf: (error, value) => `${value} is not a multiple of ${error.params.multipleOf}`,
  pattern: (error, value) => `${value} does not match '${error.params.pattern}'`,
  format: (error, value) => `${value} is not a '${error.params.format}'`,
  not: (error, value) => `${value} should not be valid under ${inPython(error.schema)}`,
  anyOf: (_, value) => `${value} is not valid under any of the given schemas`,
  oneOf: (error, value) =>
    error.params.passingSchemas
      ? `${value} is valid under more than one of the given schemas`
      : `${value} is not valid under any of the given schemas`,
}

const describe = (error: ErrorObject): Invalid => {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const named = error.params.missingProperty ?? error.params.additionalProperty
  const reason = reasons[error.keyword]?.(error, inPython(error.data)) ?? error.message ?? 'is invalid'
  return {
    path: path.join('.'),
    parts: path,
    property: String(named ?? path.at(-1) ?? ''),
    value: error.data,
    reason,
    keyword: error.keyword,
  }
}
