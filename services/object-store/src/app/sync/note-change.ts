import type { Container } from '../../db/containers.ts'
import type { SyncChange } from '../../db/sync-changes.ts'
import type { SwiftRecords } from '../app.ts'

/** Whether another container is to be kept like this one. */
const isSynced = ({ metadata }: Pick<Container, 'metadata'>): boolean =>
  metadata['x-container-sync-to'] !== undefined

/** Within the unit of work that changes an object: remembers that the container's peer is to be told, where it has one. */
export const noteChange = async (
  { syncChanges }: SwiftRecords,
  container: Pick<Container, 'id' | 'metadata'>,
  change: Omit<SyncChange, 'containerId'>,
): Promise<void> => {
  if (isSynced(container)) await syncChanges.note({ ...change, containerId: container.id })
}

/** Within the one that gives a container another peer: that is to be told of all that there is. */
export const notePeer = async (
  { syncChanges }: SwiftRecords,
  before: Pick<Container, 'metadata'> | undefined,
  after: Pick<Container, 'id' | 'metadata'>,
): Promise<void> => {
  const name = 'x-container-sync-to'
  if (isSynced(after) && before?.metadata[name] !== after.metadata[name]) await syncChanges.noteAll(after.id)
}
