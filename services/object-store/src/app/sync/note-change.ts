import type { Container } from '../../db/containers.ts'
import type { SyncChange } from '../../db/sync-changes.ts'
import type { SwiftRecords } from '../app.ts'

/** Whether container sync is configured for a container. */
const isSynced = ({ metadata }: Pick<Container, 'metadata'>): boolean =>
  metadata['x-container-sync-to'] !== undefined

/** Within the transaction that changes an object: records the change for the container's sync peer, if it has one. */
export const noteChange = async (
  { syncChanges }: SwiftRecords,
  container: Pick<Container, 'id' | 'metadata'>,
  change: Omit<SyncChange, 'containerId'>,
): Promise<void> => {
  if (isSynced(container)) await syncChanges.note({ ...change, containerId: container.id })
}

/** Within the transaction that sets a new sync peer: records all existing objects as changes for it. */
export const notePeer = async (
  { syncChanges }: SwiftRecords,
  before: Pick<Container, 'metadata'> | undefined,
  after: Pick<Container, 'id' | 'metadata'>,
): Promise<void> => {
  const name = 'x-container-sync-to'
  if (isSynced(after) && before?.metadata[name] !== after.metadata[name]) await syncChanges.noteAll(after.id)
}
