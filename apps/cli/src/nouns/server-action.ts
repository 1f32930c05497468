import { pathOf } from '../cloud/find.ts'
import type { Session } from '../cloud/session.ts'
import { flag } from '../grammar/option.ts'
import { serverKind } from './server-kind.ts'

export const allProjectsOption = flag('Find servers in other projects by name (admin only)')

export const scopeOf = (allProjects: boolean) => (allProjects ? { all_tenants: true } : {})

/** Asks for an action on a server: `{ reboot: { type: 'SOFT' } }`. */
export const act = async (session: Session, id: string, action: object): Promise<void> => {
  await session.compute.send('POST', `${pathOf(serverKind, id)}/action`, action)
}
