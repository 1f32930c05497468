/** On whose side a server was locked: by its own project, or by an administrator from elsewhere. */
export type LockHolder = 'owner' | 'admin'

interface Locked {
  readonly projectId: string
  /** Null as well for locks of which it is not known. */
  readonly lockedBy: LockHolder | null
}

/** As whom a caller of that project locks the server. Whoever acts within its project is an owner, administrators too. */
export const holderOf = ({ projectId }: Pick<Locked, 'projectId'>, callersProject: string | undefined) =>
  projectId === callersProject ? 'owner' : 'admin'

/** Whether the lock is the other side's, which takes more than the right to unlock. */
export const isLockedByOthers = (server: Locked, callersProject: string | undefined): boolean =>
  server.lockedBy !== null && server.lockedBy !== holderOf(server, callersProject)
