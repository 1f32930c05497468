import type { TokenIdentity } from './token-identity.ts'

/**
 * Describes tokens whose validity or rights may have changed: those that match every given property, or all tokens if none is
 * given.
 */
export interface InvalidatedTokens {
  /** One token. */
  readonly auditId?: string
  /** Tokens of these users. */
  readonly userIds?: readonly string[]
  /** Tokens for these projects. */
  readonly projectIds?: readonly string[]
  /** Tokens of the domain's users, and tokens scoped to it or its projects. */
  readonly domainId?: string
}

/** Forgets everything cached about such tokens. */
export type ForgetTokens = (tokens: InvalidatedTokens) => void

type Bearer = Pick<
  TokenIdentity,
  'auditId' | 'userId' | 'projectId' | 'domainId' | 'userDomainId' | 'projectDomainId' | 'dependsOn'
>

const holds = (values: ReadonlySet<string> | undefined, ...found: readonly (string | undefined)[]): boolean =>
  values === undefined || found.some((value) => value !== undefined && values.has(value))

const setOf = (values: readonly string[] | undefined) => values && new Set(values)

/** Whether a token is among them. */
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
    // The domains of users in a trust are unknown, so such tokens are included.
    (bearer.dependsOn !== undefined ||
      holds(domains, bearer.userDomainId, bearer.projectDomainId, bearer.domainId))
}
