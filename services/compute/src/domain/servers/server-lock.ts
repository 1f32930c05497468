/** Who locked a server: a member of its project, or an administrator from outside. */
export type LockHolder = 'owner' | 'admin'

interface Locked {
  readonly projectId: string
  /** Also null for locks from before the holder was recorded. */
  readonly lockedBy: LockHolder | null
}

/**
 * The role in which a caller of this project locks the server; within the project even an administrator counts as
 * owner.
 */
export const holderOf = ({ projectId }: Pick<Locked, 'projectId'>, callersProject: string | undefined) =>
  projectId === callersProject ? 'owner' : 'admin'

/** Whether the lock was made by the other side, so that unlocking needs more permission. */
export const isLockedByOthers = (server: Locked, callersProject: string | undefined): boolean =>
  server.lockedBy !== null && server.lockedBy !== holderOf(server, callersProject)
