import { own } from '@nimbo/kernel/own'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import { conflictIn, parseRequired } from '../../domain/request-group.ts'
import { type CandidateRequest, checkGroups, type GroupPolicy } from '../../domain/request-groups.ts'
import { codes, errors } from '../../errors.ts'
import { readGroup } from '../group-query.ts'

/** Parameters of the whole request, with their first microversions. */
const ofRequest: Readonly<Record<string, Microversion>> = {
  limit: microversion('1.16'),
  group_policy: microversion('1.25'),
  root_required: microversion('1.35'),
  same_subtree: microversion('1.36'),
}

/** Parameters of groups, which may have the group's suffix. */
const ofGroup: Readonly<Record<string, Microversion>> = {
  resources: microversion('1.10'),
  required: microversion('1.17'),
  member_of: microversion('1.21'),
  in_tree: microversion('1.31'),
}

const numberedSuffixes = microversion('1.25')
const freeSuffixes = microversion('1.33')

const isSuffix = (text: string, version: Microversion): boolean => {
  if (text === '') return true
  if (version >= freeSuffixes) return /^[a-zA-Z0-9_-]{1,64}$/.test(text)
  return version >= numberedSuffixes && /^[1-9]\d*$/.test(text)
}

/** The suffix of a group's parameter; undefined for other parameters in this version. */
const suffixOf = (name: string, version: Microversion): string | undefined => {
  for (const [start, since] of Object.entries(ofGroup)) {
    if (version < since || !name.startsWith(start)) continue
    const suffix = name.slice(start.length)
    if (isSuffix(suffix, version)) return suffix
  }
  return undefined
}

/** Parses the query of `GET /allocation_candidates` in its microversion. */
export const readCandidateRequest = (query: URLSearchParams, version: Microversion): CandidateRequest => {
  const isOfRequest = (name: string): boolean => version >= (own(ofRequest, name) ?? Number.POSITIVE_INFINITY)
  refuseUnknown(query, (name) => isOfRequest(name) || suffixOf(name, version) !== undefined)
  const suffixes = [...query.keys()]
    .filter((name) => !isOfRequest(name))
    .flatMap((name) => suffixOf(name, version) ?? [])
  const groups = new Map(
    [...new Set(suffixes)].sort().map((suffix) => [suffix, readConsistentGroup(query, suffix, version)]),
  )
  const request = {
    groups,
    groupPolicy: readGroupPolicy(query.get('group_policy')),
    root: readRoot(query.getAll('root_required')),
    sameSubtrees: query.getAll('same_subtree').map(readSuffixes),
  }
  checkGroups(request)
  return request
}

/** Group suffixes are arbitrary, so a schema cannot list all parameters. */
const refuseUnknown = (query: URLSearchParams, isKnown: (name: string) => boolean): void => {
  const unknown = [...query.keys()].find((name) => !isKnown(name))
  if (unknown === undefined) return
  throw invalid(`Additional properties are not allowed ('${unknown}' was unexpected)`)
}

/** The `limit`, if given. */
export const readLimit = (query: URLSearchParams): number | undefined => {
  const text = query.get('limit')
  if (text === null) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalid(`'${text}' does not match '^[1-9][0-9]*$'`)
  return Number(text)
}

const readGroupPolicy = (text: string | null): GroupPolicy | undefined => {
  if (text === null) return undefined
  if (text === 'none' || text === 'isolate') return text
  throw invalid(`'${text}' is not one of ['none', 'isolate']`)
}

const readRoot = (values: readonly string[]): CandidateRequest['root'] => {
  if (values.length > 1)
    throw errors.Invalid({
      reason: "Query parameter 'root_required' may be specified only once.",
      code: codes.duplicateKey,
    })
  const choice = values.find((value) => value.startsWith('in:'))
  // Any-traits are only allowed in groups, whatever the version.
  if (choice !== undefined)
    throw invalid(
      `The format 'in:HW_CPU_X86_VMX,CUSTOM_MAGIC' only supported since microversion 1.39. Got: ${choice}`,
    )
  const root = parseRequired(values)
  const conflict = conflictIn(root)
  if (conflict !== undefined)
    throw errors.Invalid({
      reason: `Conflicting required and forbidden traits found in root_required: ${conflict}`,
      code: codes.badValue,
    })
  return root
}

const readConsistentGroup = (...[query, suffix, version]: Parameters<typeof readGroup>) => {
  const group = readGroup(query, suffix, version)
  const conflict = conflictIn(group)
  if (conflict === undefined) return group
  throw errors.Invalid({
    reason: `Conflicting required and forbidden traits found in the following traits keys: required${suffix}: (${conflict})`,
  })
}

const readSuffixes = (text: string): readonly string[] => {
  const suffixes = text.split(',').map((suffix) => suffix.trim())
  if (suffixes.some((suffix) => suffix === '')) {
    throw errors.Invalid({
      reason: 'Empty string (unsuffixed group) can not be specified in `same_subtree`',
      code: codes.badValue,
    })
  }
  return suffixes
}

const invalid = (reason: string) => errors.Invalid({ reason: `Invalid query string parameters: ${reason}` })
