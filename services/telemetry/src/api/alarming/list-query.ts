import type { Asked } from '../../app/alarming/query.ts'
import { filterIn } from '../../app/alarming/query.ts'
import { errors } from '../../alarming-errors.ts'

const operators: Readonly<Record<string, string>> = {
  ...{ eq: '=', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' },
}

interface ListQuery {
  readonly 'q.field'?: readonly string[] | undefined
  readonly 'q.op'?: readonly string[] | undefined
  readonly 'q.value'?: readonly string[] | undefined
  readonly sort?: readonly string[] | undefined
  readonly limit?: string | undefined
}

const invalid = (reason: string) => errors.Invalid({ reason })

const numberIn = (limit: string | undefined): number | undefined => {
  if (limit === undefined) return undefined
  const number = Number(limit)
  if (!Number.isInteger(number) || number < 1) throw invalid('Limit must be positive')
  return number
}

const directionOf = (text: string | undefined): 'asc' | 'desc' => {
  const direction = (text ?? 'asc').toLowerCase()
  if (direction === 'asc' || direction === 'desc') return direction
  throw invalid(`sort direction ${direction} is not supported`)
}

/** Query values are text; booleans are stored as numbers. */
const valueIn = (field: string, value: string): unknown =>
  ['enabled', 'repeat_actions'].includes(field) ? /^(true|1)$/i.test(value) : value

/** Reads the query of a list: filter, order and limit. */
export const askedByQuery = (query: ListQuery): Omit<Asked, 'projectId'> => {
  const { 'q.field': fields = [], 'q.op': ops = [], 'q.value': values = [], sort = [] } = query
  if (fields.length !== values.length) throw invalid('each field of a query needs a value')
  const parts = fields.map((field, index) => {
    const operator = operators[ops[index] || 'eq']
    if (operator === undefined) throw invalid(`operator ${ops[index]} is not supported`)
    return { [operator]: { [field]: valueIn(field, values[index] ?? '') } }
  })
  return {
    filter: parts.length === 0 ? undefined : filterIn({ and: parts }),
    order: sort
      .flatMap((text) => text.split(','))
      .map((text) => {
        const [name = '', direction] = text.split(':')
        return [name, directionOf(direction)] as const
      }),
    limit: numberIn(query.limit),
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw errors.Invalid({ reason: `Filter expression not valid: ${text}` }, { cause })
  }
}

const orderIn = (text: string | undefined): Asked['order'] => {
  const list = text === undefined || text === '' ? [] : parsed(text)
  if (!Array.isArray(list)) throw invalid('Order-by expression not valid')
  return list.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) throw invalid('Order-by expression not valid')
    return Object.entries(item).map(([name, way]) => [name, directionOf(String(way))] as const)
  })
}

/** Reads the body of a complex query, whose filter and order are JSON in a string. */
export const askedByBody = (body: {
  readonly filter?: string | undefined
  readonly orderby?: string | undefined
  readonly limit?: number | undefined
}): Omit<Asked, 'projectId'> => ({
  filter: body.filter === undefined || body.filter === '' ? undefined : filterIn(parsed(body.filter)),
  order: orderIn(body.orderby),
  limit: body.limit,
})
