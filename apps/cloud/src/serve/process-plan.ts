import { availableParallelism } from 'node:os'
import type { CloudRole } from '../cloud-role.ts'
import { readerOf, type Settings } from '../settings.ts'

/** Roles that run together, and the number of processes. */
export interface ProcessGroup {
  readonly roles: readonly CloudRole[]
  readonly processes: number
}

const processesOf = (role: CloudRole, settings: Settings): number =>
  role.processes(readerOf(settings, role.service.name)) ?? availableParallelism()

/** Groups roles into processes: the roles that want only one process share it; each other role has its own processes. */
export const processPlan = (roles: readonly CloudRole[], settings: Settings): readonly ProcessGroup[] => {
  const wanted = roles.map((role) => ({ role, processes: processesOf(role, settings) }))
  const together = wanted.filter(({ processes }) => processes === 1).map(({ role }) => role)
  const apart = wanted.filter(({ processes }) => processes > 1)
  return [
    ...(together.length > 0 ? [{ roles: together, processes: 1 }] : []),
    ...apart.map(({ role, processes }) => ({ roles: [role], processes })),
  ]
}
