import { errors } from '../errors.ts'

/** An entry of an access control list. */
export type Grantee =
  | { readonly kind: 'referrer'; readonly host: string; readonly isRefused: boolean }
  | { readonly kind: 'listings' }
  | { readonly kind: 'user'; readonly project: string; readonly user: string }
  | { readonly kind: 'role'; readonly role: string }

const referrers = new Set(['.r', '.ref', '.referer', '.referrer'])

const referrerOf = (entry: string, text: string): Grantee => {
  const isRefused = text.startsWith('-')
  const host = (isRefused ? text.slice(1) : text).replace(/^\*(?=.)/, '').trim()
  if (host === '' || host === '.')
    throw errors.Invalid({ reason: `No host/domain value after referrer designation in ACL: '${entry}'` })
  return { kind: 'referrer', host, isRefused }
}

const granteeOf = (entry: string): Grantee => {
  if (!entry.startsWith('.')) {
    const colon = entry.indexOf(':')
    if (colon < 0) return { kind: 'role', role: entry }
    return { kind: 'user', project: entry.slice(0, colon), user: entry.slice(colon + 1) }
  }
  if (entry.toLowerCase() === '.rlistings') return { kind: 'listings' }
  const [designator = '', ...rest] = entry.split(':')
  if (!referrers.has(designator.trim().toLowerCase()) || rest.length === 0)
    throw errors.Invalid({ reason: `Unknown designator '${designator}' in ACL: '${entry}'` })
  return referrerOf(entry, rest.join(':').trim())
}

/** Parses an ACL such as `.r:*,.rlistings,project:user,*:user,role`. Throws on invalid entries. */
export const readAcl = (text: string): readonly Grantee[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(granteeOf)

const wordOf = (grantee: Grantee): string => {
  switch (grantee.kind) {
    case 'referrer':
      return `.r:${grantee.isRefused ? '-' : ''}${grantee.host}`
    case 'listings':
      return '.rlistings'
    case 'user':
      return `${grantee.project}:${grantee.user}`
    case 'role':
      return grantee.role
  }
}

/** Normalizes an ACL as it is stored and shown. Throws when `X-Container-Write` contains referrers. */
export const cleanAcl = (header: string, text: string): string => {
  const grantees = readAcl(text)
  if (
    header === 'x-container-write' &&
    grantees.some(({ kind }) => kind === 'referrer' || kind === 'listings')
  )
    throw errors.Invalid({ reason: `Referrers not allowed in write ACL: '${text}'` })
  return grantees.map(wordOf).join(',')
}

/** Whether the ACL admits a referrer; the last matching entry decides. */
export const admitsReferrer = (grantees: readonly Grantee[], referrer: string | undefined): boolean => {
  const host = hostOf(referrer)
  let admitted = false
  for (const grantee of grantees) {
    if (grantee.kind !== 'referrer') continue
    const { host: named, isRefused } = grantee
    const matches = named === '*' || named === host || (named.startsWith('.') && host.endsWith(named))
    if (matches) admitted = !isRefused
  }
  return admitted
}

const hostOf = (referrer: string | undefined): string => {
  try {
    return referrer === undefined ? 'unknown' : new URL(referrer).hostname
  } catch {
    return 'unknown'
  }
}
