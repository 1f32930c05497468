import type { ClaimMove } from '@nimbo/clients/placement'
import type { Server } from '../../domain/servers/server.ts'

type Owner = Pick<Server, 'id' | 'projectId' | 'userId'>

/** A server's claim goes to its migration, which holds it for as long as the server may come back. */
export const keptBy = (migrationId: string, { id, projectId, userId }: Owner): ClaimMove => ({
  from: { id, projectId, userId, type: 'INSTANCE' },
  to: { id: migrationId, projectId, userId, type: 'MIGRATION' },
})

/** It gets it back, in place of what it holds. */
export const givenBackBy = (migrationId: string, server: Owner): ClaimMove => {
  const { from: to, to: from } = keptBy(migrationId, server)
  return { from, to }
}

/** Who undoes, or goes on with what cannot be undone, asks nobody. */
export const unguarded = async (): Promise<void> => {}
