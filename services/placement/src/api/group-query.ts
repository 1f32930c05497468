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

/** The group with this suffix: `resources<S>`, `required<S>`, `member_of<S>` and `in_tree<S>`. */
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
  const tooNew = values.find((value) => version < anyOfTraits && value.startsWith('in:'))
  if (tooNew !== undefined)
    throw invalid(
      `The format 'in:HW_CPU_X86_VMX,CUSTOM_MAGIC' only supported since microversion 1.39. Got: ${tooNew}`,
    )
  const isTooNew =
    (version < forbiddenTraits && values.some((value) => value.includes('!'))) ||
    (version < anyOfTraits && values.length > 1)
  if (isTooNew) throw unexpected(name, values, version)
  return parseRequired(values)
}

const readMemberOf = (query: URLSearchParams, name: string, version: Microversion) => {
  const values = query.getAll(name)
  if (version < forbiddenAggregates && values.some((value) => value.startsWith('!')))
    throw errors.Invalid({
      reason: 'Forbidden member_of parameters are not supported in the specified microversion',
    })
  if (version < repeatedAggregates && values.length > 1)
    throw invalid(`'${name}' is taken but once in this microversion. Got: ${values.join('&')}`)
  return parseMemberOf(values)
}

const invalid = (reason: string) => errors.Invalid({ reason: `Invalid query string parameters: ${reason}` })

const unexpected = (name: string, values: readonly string[], version: Microversion) => {
  const form = version < forbiddenTraits ? 'HW_CPU_X86_VMX,CUSTOM_MAGIC' : 'HW_CPU_X86_VMX,!CUSTOM_MAGIC'
  return invalid(`Expected '${name}' parameter value of the form: ${form}. Got: ${values.join('&')}`)
}
