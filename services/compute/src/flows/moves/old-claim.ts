import type { ClaimMove } from '@nimbo/clients/placement-claims'
import type { Server } from '../../domain/servers/server.ts'

type Owner = Pick<Server, 'id' | 'projectId' | 'userId'>

/** Transfers a server's allocation to its migration, which holds it as long as the server may come back. */
export const keptBy = (migrationId: string, { id, projectId, userId }: Owner): ClaimMove => ({
  from: { id, projectId, userId, type: 'INSTANCE' },
  to: { id: migrationId, projectId, userId, type: 'MIGRATION' },
})

/** Transfers it back, replacing the server's current allocation. */
export const givenBackBy = (migrationId: string, server: Owner): ClaimMove => {
  const { from: to, to: from } = keptBy(migrationId, server)
  return { from, to }
}

/** No lease check: for rollbacks, and for steps that must be completed. */
export const unguarded = async (): Promise<void> => {}
