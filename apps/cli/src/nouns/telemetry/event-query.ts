import { CliError } from '../../cloud/cli-error.ts'

const operators: Readonly<Record<string, string>> = {
  ...{ '!=': 'ne', '>=': 'ge', '<=': 'le', '>': 'gt', '<': 'lt', '=': 'eq' },
}

/** A condition of a query. */
export interface Condition {
  readonly field: string
  readonly op: string
  readonly value: string
  readonly type: string
}

const types = ['string', 'integer', 'float', 'datetime', 'boolean']

/** Parses `a<=34;b=string::foo`. */
export const conditionsIn = (query: string): readonly Condition[] =>
  query.split(';').map((part) => {
    const [, field = '', sign = '', written = ''] = /^(.*?)(!=|>=|<=|>|<|=)(.*)$/.exec(part) ?? []
    if (field === '' || written === '') throw new CliError(`Invalid or missing operator in query ${part}`)
    const [, type, value] = /^(\w+)::(.*)$/s.exec(written) ?? []
    if (type !== undefined && !types.includes(type))
      throw new CliError(`Invalid value type ${type}, it should be one of: ${types.join(', ')}`)
    return { field, op: operators[sign] ?? 'eq', value: value ?? written, type: type ?? '' }
  })
