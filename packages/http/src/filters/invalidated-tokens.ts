import type { TokenIdentity } from './token-identity.ts'

/** Tokens that may stand for less than before, or for nothing: those that match all that is named; all, where nothing is. */
export interface InvalidatedTokens {
  /** One token. */
  readonly auditId?: string
  /** Tokens of these users. */
  readonly userIds?: readonly string[]
  /** Tokens for these projects. */
  readonly projectIds?: readonly string[]
  /** Tokens of the users of a domain, for it and for projects in it. */
  readonly domainId?: string
}

/** Has whatever is believed of such tokens forgotten. */
export type ForgetTokens = (tokens: InvalidatedTokens) => void

type Bearer = Pick<
  TokenIdentity,
  'auditId' | 'userId' | 'projectId' | 'domainId' | 'userDomainId' | 'projectDomainId' | 'dependsOn'
>

const holds = (values: ReadonlySet<string> | undefined, ...found: readonly (string | undefined)[]): boolean =>
  values === undefined || found.some((value) => value !== undefined && values.has(value))

const setOf = (values: readonly string[] | undefined) => values && new Set(values)

/** Tells whether a token is among those. */
export const isAmong = ({ auditId, userIds, projectIds, domainId }: InvalidatedTokens) => {
  const [audits, users, projects] = [
    setOf(auditId === undefined ? undefined : [auditId]),
    setOf(userIds),
    setOf(projectIds),
  ]
  const domains = setOf(domainId === undefined ? undefined : [domainId])
  return (bearer: Bearer): boolean =>
    holds(audits, bearer.auditId) &&
    holds(users, bearer.userId, ...(bearer.dependsOn ?? [])) &&
    holds(projects, bearer.projectId) &&
    // The domains of those whom it depends on are not known.
    (bearer.dependsOn !== undefined ||
      holds(domains, bearer.userDomainId, bearer.projectDomainId, bearer.domainId))
}
