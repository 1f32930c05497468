import type { ClaimMove } from '@nimbo/clients/placement-claims'
import type { Server } from '../../domain/servers/server.ts'

type Owner = Pick<Server, 'id' | 'projectId' | 'userId'>

/** Transfers a server's allocation to its migration, which holds it as long as the server may come back. */
export const keptBy = (migrationId: string, { id, projectId, userId }: Owner): ClaimMove => ({
  from: { id, projectId, userId, type: 'INSTANCE' },
  to: { id: migrationId, projectId, userId, type: 'MIGRATION' },
})

/** Transfers the allocation back to the server, replacing its current one. */
export const givenBackBy = (migrationId: string, server: Owner): ClaimMove => {
  const { from: to, to: from } = keptBy(migrationId, server)
  return { from, to }
}

/** A guard that does not check the lease: for rollbacks, and for steps that must be completed. */
export const unguarded = async (): Promise<void> => {}
