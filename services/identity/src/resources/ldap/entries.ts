import type { JsonObject } from '@nimbo/kernel/json'
import type { LdapOptions } from './options.ts'

/** An LDAP entry; names of attributes are case-insensitive. */
export interface LdapEntry {
  readonly dn: string
  values(attribute: string | undefined): readonly string[]
}

export interface DirectoryUser {
  readonly dn: string
  readonly localId: string
  readonly name: string
  readonly enabled: boolean
  readonly defaultProjectId: string | null
  readonly extra: JsonObject
}

export interface DirectoryGroup {
  readonly dn: string
  readonly localId: string
  readonly name: string
  readonly description: string
  /** The members' DNs, or their ids with `group_members_are_ids`. */
  readonly members: readonly string[]
  readonly extra: JsonObject
}

/** Normalises a DN for comparison: ignores case and spaces around commas and equals signs. */
export const sameDn = (dn: string): string => dn.toLowerCase().replace(/\s*([,=])\s*/g, '$1')

const isTrue = (value: unknown): boolean => /^(true|yes|on|1)$/i.test(String(value))

const isEnabled = (entry: LdapEntry, { users }: LdapOptions): boolean => {
  const isIgnored = users.ignored.includes('enabled')
  const [said] = isIgnored ? [] : entry.values(users.enabled)
  if (users.enabledMask > 0) {
    const bits = Number(said ?? users.enabledDefault)
    return (bits & users.enabledMask) !== users.enabledMask
  }
  if (isIgnored) return true
  const value = isTrue(said ?? users.enabledDefault)
  return users.enabledInvert ? !value : value
}

/** The values of attributes, by the names under which they are shown, except those to ignore. */
const shownOf = (
  entry: LdapEntry,
  ignored: readonly string[],
  wanted: readonly (readonly [shown: string, attribute: string | undefined])[],
): JsonObject =>
  Object.fromEntries(
    wanted.flatMap(([shown, attribute]) => {
      const [value] = shown === '' || ignored.includes(shown) ? [] : entry.values(attribute)
      return value === undefined ? [] : [[shown, value]]
    }),
  )

/** Additional attributes, each given as `<LDAP attribute>:<shown attribute>`. */
const moreOf = (pairs: readonly string[]) =>
  pairs.map((pair) => {
    const [attribute, shown = ''] = pair.split(':')
    return [shown, attribute] as const
  })

/** The user of an entry; undefined if it lacks an id or a name. */
export const userOf = (entry: LdapEntry, options: LdapOptions): DirectoryUser | undefined => {
  const { users } = options
  const [localId] = entry.values(users.id)
  const [name] = entry.values(users.name)
  if (localId === undefined || name === undefined) return undefined
  const [project] = users.ignored.includes('default_project_id') ? [] : entry.values(users.defaultProjectId)
  const wanted = [['email', users.mail], ['description', users.description], ...moreOf(users.more)] as const
  return {
    ...{ dn: entry.dn, localId, name, enabled: isEnabled(entry, options) },
    defaultProjectId: project ?? null,
    extra: shownOf(entry, users.ignored, wanted),
  }
}

export const groupOf = (entry: LdapEntry, { groups }: LdapOptions): DirectoryGroup | undefined => {
  const [localId] = entry.values(groups.id)
  const [name] = entry.values(groups.name)
  if (localId === undefined || name === undefined) return undefined
  const [said = ''] = entry.values(groups.description)
  const description = groups.ignored.includes('description') ? '' : said
  const extra = shownOf(entry, groups.ignored, moreOf(groups.more))
  return { dn: entry.dn, localId, name, description, members: entry.values(groups.member), extra }
}

/** Returns a function that finds the groups of a user. The members are indexed once, since both may be tens of thousands. */
export const membershipsOf = (
  groups: readonly DirectoryGroup[],
): ((user: DirectoryUser) => DirectoryGroup[]) => {
  const indexed = groups.map((group) => {
    const { members } = group
    return { group, ids: new Set(members), dns: new Set(members.map(sameDn)) }
  })
  return ({ localId, dn }) =>
    indexed.flatMap(({ group, ids, dns }) => (ids.has(localId) || dns.has(sameDn(dn)) ? [group] : []))
}
