import { type Microversion, microversion } from '@nimbo/operation/microversion'
import {
  parseMemberOf,
  parseRequired,
  parseResources,
  parseUuid,
  type RequestGroup,
} from '../domain/request-group.ts'
import { errors } from '../errors.ts'

const forbiddenTraits = microversion('1.22')
const repeatedAggregates = microversion('1.24')
const forbiddenAggregates = microversion('1.32')
const anyOfTraits = microversion('1.39')

/** The group of that suffix in a query: `resources<S>`, `required<S>`, `member_of<S>` and `in_tree<S>`. */
export const readGroup = (query: URLSearchParams, suffix: string, version: Microversion): RequestGroup => {
  const resources = query.get(`resources${suffix}`)
  const tree = query.get(`in_tree${suffix}`)
  return {
    resources: resources === null ? new Map() : parseResources(resources),
    ...readRequired(query, `required${suffix}`, version),
    ...readMemberOf(query, `member_of${suffix}`, version),
    ...(tree === null ? {} : { inTree: parseUuid(`in_tree${suffix}`, tree) }),
  }
}

const readRequired = (query: URLSearchParams, name: string, version: Microversion) => {
  const values = query.getAll(name)
  const isTooNew =
    (version < forbiddenTraits && values.some((value) => value.includes('!'))) ||
    (version < anyOfTraits && (values.length > 1 || values.some((value) => value.startsWith('in:'))))
  if (isTooNew) throw unexpected(name, values)
  return parseRequired(values)
}

const readMemberOf = (query: URLSearchParams, name: string, version: Microversion) => {
  const values = query.getAll(name)
  const isTooNew =
    (version < repeatedAggregates && values.length > 1) ||
    (version < forbiddenAggregates && values.some((value) => value.startsWith('!')))
  if (isTooNew) throw unexpected(name, values)
  return parseMemberOf(values)
}

const unexpected = (name: string, values: readonly string[]) =>
  errors.Invalid({
    reason: `Invalid query string parameters: '${name}' in this microversion does not take: ${values.join('&')}`,
  })
