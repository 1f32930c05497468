import type { MappingRules } from '@nimbo/contracts/identity/mappings'

type Rule = MappingRules[number]
type Remote = Rule['remote'][number]
type Local = Rule['local'][number]

/** The attributes of a federated user, each with its values. */
export type Assertion = ReadonlyMap<string, readonly string[]>

export interface DomainNamed {
  readonly id?: string | undefined
  readonly name?: string | undefined
}

/** The user and groups that a mapping yields. */
export interface MappedIdentity {
  readonly user: {
    readonly type: 'ephemeral' | 'local'
    readonly id?: string | undefined
    readonly name?: string | undefined
    readonly email?: string | undefined
    readonly domain?: DomainNamed | undefined
  }
  readonly groupIds: readonly string[]
  readonly groupNames: readonly { readonly name: string; readonly domain: DomainNamed }[]
}

/** Normalises an attribute name, so that `HTTP_OIDC_SUB` and `oidc-sub` are equal. */
export const attributeName = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll('-', '_')
    .replace(/^HTTP_/, '')

const isAmong = (value: string, wanted: readonly string[], regex: boolean): boolean =>
  wanted.some((text) => (regex ? new RegExp(text).test(value) : text === value))

/**
 * Evaluates a `remote` entry of a rule: the values that `local` may refer to, none for a condition (`any_one_of`, `not_any_of`),
 * undefined if it does not match.
 */
const met = (remote: Remote, assertion: Assertion): readonly (readonly string[])[] | undefined => {
  const values = assertion.get(attributeName(remote.type))
  if (values === undefined || values.length === 0) return undefined
  const { regex = false, any_one_of, not_any_of, whitelist, blacklist } = remote
  const among = (wanted: readonly string[]) => (value: string) => isAmong(value, wanted, regex)
  if (any_one_of) return values.some(among(any_one_of)) ? [] : undefined
  if (not_any_of) return values.some(among(not_any_of)) ? undefined : []
  if (blacklist) return [values.filter((value) => !among(blacklist)(value))]
  return [whitelist ? values.filter(among(whitelist)) : values]
}

const direct = (remotes: readonly Remote[], assertion: Assertion): (readonly string[])[] | undefined => {
  const all: (readonly string[])[] = []
  for (const remote of remotes) {
    const values = met(remote, assertion)
    if (values === undefined) return undefined
    all.push(...values)
  }
  return all
}

/** A `local` entry refers to a value that no `remote` entry of its rule provides. */
export class NoSuchValue extends Error {
  override readonly name = 'NoSuchValue'
}

/**
 * Replaces `{0}` by values. A text that is only one placeholder yields all its values; within other text they are joined by `;`.
 */
const filled = (text: string, values: readonly (readonly string[])[]): readonly string[] => {
  const valueAt = (number: string): readonly string[] => {
    const value = values[Number(number)]
    if (value === undefined) throw new NoSuchValue(text)
    return value
  }
  const [, only] = /^\{(\d+)\}$/.exec(text) ?? []
  if (only !== undefined) return valueAt(only)
  return [text.replaceAll(/\{(\d+)\}/g, (_, number: string) => valueAt(number).join(';'))]
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Parses a group as Keystone-to-Keystone federation sends it: `JSON:{"name":"dev","domain":{"name":"Default"}}`. */
const groupSaid = (text: string): MappedIdentity['groupNames'][number] | undefined => {
  if (!text.startsWith('JSON:')) return undefined
  try {
    const said: unknown = JSON.parse(text.slice('JSON:'.length))
    const [name, domain] = [textOf(memberOf(said, 'name')), memberOf(said, 'domain')]
    if (name === undefined) return undefined
    return { name, domain: { id: textOf(memberOf(domain, 'id')), name: textOf(memberOf(domain, 'name')) } }
  } catch {
    return undefined
  }
}

/** Applies all rules that match the assertion; undefined if none does. */
export const applyMapping = (rules: MappingRules, assertion: Assertion): MappedIdentity | undefined => {
  let user: MappedIdentity['user'] | undefined
  const groupIds = new Set<string>()
  const groupNames: { name: string; domain: DomainNamed }[] = []
  let applies = false

  const take = (local: Local, values: readonly (readonly string[])[]): void => {
    const one = (text: string | undefined) =>
      text === undefined ? undefined : filled(text, values).join(';')
    const domain = (given: DomainNamed | undefined): DomainNamed | undefined =>
      given && { id: one(given.id), name: one(given.name) }
    if (local.user && !user) {
      const { type = 'ephemeral', id, name, email } = local.user
      user = { type, id: one(id), name: one(name), email: one(email), domain: domain(local.user.domain) }
    }
    if (local.group?.id !== undefined) groupIds.add(one(local.group.id) ?? '')
    else if (local.group?.name !== undefined)
      groupNames.push({ name: one(local.group.name) ?? '', domain: domain(local.group.domain) ?? {} })
    for (const id of local.group_ids === undefined ? [] : filled(local.group_ids, values)) groupIds.add(id)
    for (const name of local.groups === undefined ? [] : filled(local.groups, values))
      groupNames.push(groupSaid(name) ?? { name, domain: domain(local.domain) ?? {} })
  }

  for (const { local, remote } of rules) {
    const values = direct(remote, assertion)
    if (values === undefined) continue
    applies = true
    for (const one of local) take(one, values)
  }
  return applies ? { user: user ?? { type: 'ephemeral' }, groupIds: [...groupIds], groupNames } : undefined
}
