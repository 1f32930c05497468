import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '@nimbo/kernel/log'
import type { Client, Filter, SearchOptions } from 'ldapts'
import { errors } from '../../errors.ts'
import {
  type DirectoryGroup,
  type DirectoryUser,
  groupOf,
  type LdapEntry,
  sameDn,
  userOf,
} from './entries.ts'
import type { LdapOptions } from './options.ts'

/**
 * Reads users and groups of an LDAP server. A list is complete or fails, also when the server returns only part of it: who is
 * missing in it is taken for deleted.
 */
export interface Directory {
  users(): Promise<DirectoryUser[]>
  userBy(by: 'id' | 'name', value: string): Promise<DirectoryUser | undefined>
  groups(): Promise<DirectoryGroup[]>
  groupsOf(user: DirectoryUser): Promise<DirectoryGroup[]>
  /** Checks a password by binding as the user. */
  isPassword(user: DirectoryUser, password: string): Promise<boolean>
}

const patienceMs = 10_000
/** The names by which OpenSSL finds certificates in a directory: `openssl rehash` makes them. */
const hashedName = /^[0-9a-f]{8}\.\d+$/

const entryOf = (found: Readonly<Record<string, unknown>> & { readonly dn: string }): LdapEntry => {
  const lower = new Map(Object.entries(found).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    dn: found.dn,
    values: (attribute) => {
      const value = attribute === undefined ? undefined : lower.get(attribute.toLowerCase())
      if (value === undefined) return []
      return (Array.isArray(value) ? value : [value]).map(String).filter((one) => one !== '')
    },
  }
}

/** The entries that a search finds; none, as in Keystone, if there is no entry at its base. */
const entriesIn = async (client: Client, base: string, search: SearchOptions): Promise<LdapEntry[]> => {
  const { NoSuchObjectError } = await import('ldapts')
  try {
    return (await client.search(base, search)).searchEntries.map(entryOf)
  } catch (cause) {
    if (cause instanceof NoSuchObjectError) return []
    throw cause
  }
}

/** Returns the client of an LDAP server. Each query opens a connection of its own, with a timeout. */
export const openDirectory = (options: LdapOptions, log: Log): Directory => {
  const { users, groups } = options

  /** The files with the certificates of the CAs that are trusted; undefined for those of the system. */
  const caFiles = async (): Promise<readonly string[] | undefined> => {
    const { tlsCacertfile: file, tlsCacertdir: folder } = options
    if (file !== undefined) return [file]
    if (folder === undefined) return undefined
    return (await readdir(folder)).filter((name) => hashedName.test(name)).map((name) => join(folder, name))
  }

  const tlsOptions = async () => {
    const files = await caFiles()
    return {
      rejectUnauthorized: options.tlsReqCert !== 'never' && options.tlsReqCert !== 'allow',
      ...(files === undefined ? {} : { ca: await Promise.all(files.map((file) => readFile(file))) }),
    }
  }

  const connected = async <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => {
    const { Client: LdapClient } = await import('ldapts')
    const secure = options.url.startsWith('ldaps:')
    const tls = secure || options.useTls ? await tlsOptions() : undefined
    const client = new LdapClient({
      url: options.url,
      timeout: patienceMs,
      connectTimeout: patienceMs,
      ...(secure && tls ? { tlsOptions: tls } : {}),
    })
    try {
      if (!secure && tls) await client.startTLS(tls)
      return await work(client)
    } finally {
      await client.unbind().catch(() => undefined)
    }
  }

  /** Runs a query after binding as the configured account (`[ldap] user`). */
  const asOurselves = async <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => {
    try {
      return await connected(async (client) => {
        if (options.user !== undefined) await client.bind(options.user, options.password ?? '')
        return work(client)
      })
    } catch (cause) {
      const { InvalidCredentialsError } = await import('ldapts')
      const reason = cause instanceof Error ? cause.message : String(cause)
      log.error({ url: options.url, reason }, 'a query of an LDAP server failed')
      if (cause instanceof InvalidCredentialsError) throw errors.DirectoryRefusesUs({}, { cause })
      throw errors.DirectoryAway({ url: options.url }, { cause })
    }
  }

  const search = (
    kind: { readonly tree: string; readonly objectclass: string; readonly filter: string | undefined },
    attributes: readonly (string | undefined)[],
    also: (ldapts: typeof import('ldapts')) => readonly Filter[],
  ): Promise<LdapEntry[]> =>
    asOurselves(async (client) => {
      const ldapts = await import('ldapts')
      const { AndFilter, EqualityFilter, FilterParser } = ldapts
      const filters = [
        new EqualityFilter({ attribute: 'objectClass', value: kind.objectclass }),
        ...(kind.filter === undefined ? [] : [FilterParser.parseString(kind.filter)]),
        ...also(ldapts),
      ]
      return entriesIn(client, kind.tree, {
        scope: options.scope,
        filter: new AndFilter({ filters }),
        attributes: [...new Set(attributes.filter((one) => one !== undefined))],
        ...(options.pageSize > 0 ? { paged: { pageSize: options.pageSize } } : {}),
      })
    })

  const userAttributes = [
    ...[users.id, users.name, users.mail, users.description, users.enabled, users.defaultProjectId],
    ...users.more.map((pair) => pair.split(':')[0]),
  ]
  const groupAttributes = [
    ...[groups.id, groups.name, groups.description, groups.member],
    ...groups.more.map((pair) => pair.split(':')[0]),
  ]

  /** With `user_enabled_emulation`, a user is enabled if it is a member of a given group. */
  const enabledOnly = async (found: readonly DirectoryUser[]): Promise<DirectoryUser[]> => {
    if (!users.emulated || users.ignored.includes('enabled') || found.length === 0) return [...found]
    const tree = users.emulationDn ?? `cn=enabled_users,${users.tree}`
    const { member, membersAreIds } = users.emulatedAsGroups
      ? groups
      : { member: 'member', membersAreIds: false }
    const entries = await asOurselves((client) =>
      entriesIn(client, tree, { scope: 'base', attributes: [member] }),
    )
    const said = entries.flatMap((entry) => entry.values(member))
    const members = new Set(membersAreIds ? said : said.map(sameDn))
    return found.map((user) => ({
      ...user,
      enabled: members.has(membersAreIds ? user.localId : sameDn(user.dn)),
    }))
  }

  const usersBy = async (also: Parameters<typeof search>[2]): Promise<DirectoryUser[]> => {
    const entries = await search(users, userAttributes, also)
    return enabledOnly(entries.flatMap((entry) => userOf(entry, options) ?? []))
  }

  const groupsBy = async (also: Parameters<typeof search>[2]): Promise<DirectoryGroup[]> =>
    (await search(groups, groupAttributes, also)).flatMap((entry) => groupOf(entry, options) ?? [])

  return {
    users: () => usersBy(() => []),
    userBy: async (by, value) => {
      const attribute = by === 'id' ? users.id : users.name
      const [user, ...more] = await usersBy(({ EqualityFilter }) => [
        new EqualityFilter({ attribute, value }),
      ])
      return more.length > 0 ? undefined : user
    },
    groups: () => groupsBy(() => []),
    groupsOf: ({ dn, localId }) =>
      groupsBy(({ EqualityFilter }) => [
        new EqualityFilter({ attribute: groups.member, value: groups.membersAreIds ? localId : dn }),
      ]),
    isPassword: async ({ dn }, password) => {
      // A simple bind with a name and an empty password is an unauthenticated bind, which servers accept for any name (RFC 4513,
      // 5.1.2).
      if (password === '') return false
      const { InvalidCredentialsError } = await import('ldapts')
      try {
        await connected((client) => client.bind(dn, password))
        return true
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        log.info({ dn, reason }, 'an LDAP server did not accept the login of a user')
        if (cause instanceof InvalidCredentialsError) return false
        throw errors.DirectoryAway({ url: options.url }, { cause })
      }
    },
  }
}
