import { prepared } from '@nimbo/db/prepared'
import { newHexId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import type { TokenClaims } from '../domain/tokens/token-claims.ts'
import type { IdentityTables } from './tables.ts'

/** A revocation event: revokes the tokens that match all of its attributes. */
export interface Revocation {
  readonly auditId?: string
  readonly userId?: string
  readonly projectId?: string
  readonly domainId?: string
  /** Milliseconds since the epoch. Tokens issued later are not affected. */
  readonly issuedBefore: number
}

interface Revocable {
  readonly auditId: string
  readonly userId: string
  readonly projectId: string | null
  readonly domainIds: readonly string[]
  readonly issuedAt: number
}

const findRevoking = prepared(
  (db: Kysely<IdentityTables>, { auditId, userId, projectId, domainIds, issuedAt }: Revocable) =>
    db
      .selectFrom('revocation_events')
      .select('id')
      .where((eb) => {
        const bySubject = [eb.and([eb('user_id', '=', userId), eb('project_id', 'is', null)])]
        if (projectId !== null) bySubject.push(eb.and([eb('project_id', '=', projectId)]))
        if (domainIds.length > 0) bySubject.push(eb.and([eb('domain_id', 'in', domainIds)]))
        return eb.or([eb('audit_id', '=', auditId), ...bySubject])
      })
      .where('issued_before', '>=', issuedAt)
      .limit(1),
)

/** Reads and writes revocation events. */
export const revocations = (db: Kysely<IdentityTables>) => ({
  /** Deletes events before an instant, which no valid token can match; returns how many. */
  async forget(before: string): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('revocation_events')
      .where('revoked_at', '<', before)
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },

  async add(revocation: Revocation, revokedAt: string): Promise<void> {
    await db
      .insertInto('revocation_events')
      .values({
        id: newHexId<never>(),
        audit_id: revocation.auditId ?? null,
        user_id: revocation.userId ?? null,
        project_id: revocation.projectId ?? null,
        domain_id: revocation.domainId ?? null,
        issued_before: revocation.issuedBefore,
        revoked_at: revokedAt,
      })
      .execute()
  },

  /** Whether an event revokes the token. `domainIds` are the domains of its user and of its scope. */
  async has(claims: TokenClaims, domainIds: readonly string[]): Promise<boolean> {
    const { auditIds, userId, scope, issuedAt } = claims
    const [auditId = ''] = auditIds
    const projectId = scope.kind === 'project' ? scope.id : null
    const [found] = await findRevoking(db, { auditId, userId, projectId, domainIds, issuedAt })
    return found !== undefined
  },

  /** Events since `since`, oldest first. */
  list(since: string | undefined, limit: number) {
    let query = db.selectFrom('revocation_events').selectAll()
    if (since !== undefined) query = query.where('revoked_at', '>=', since)
    return query.orderBy('revoked_at').orderBy('id').limit(limit).execute()
  },
})
