import type { Clock } from '@nimbo/kernel/clock'
import type { Databases } from '../../db/cells/databases.ts'
import { guestPasswords } from '../../db/servers/guest-passwords.ts'
import { type LocatedServer, locateServer } from '../servers/find-server.ts'

interface Deps {
  readonly databases: Databases
}

/** The password that a guest posted, encrypted for its user; undefined when there is none. */
export const guestPasswordOf =
  ({ databases }: Deps) =>
  async ({ server, cellId }: LocatedServer): Promise<string | undefined> =>
    cellId === null ? undefined : databases.ask(cellId, (cell) => guestPasswords(cell).find(server.id))

/** Deletes the password, so that the guest can post another one. */
export const clearGuestPassword =
  ({ databases }: Deps) =>
  async ({ server, cellId }: LocatedServer): Promise<void> => {
    if (cellId !== null) await databases.ask(cellId, (cell) => guestPasswords(cell).remove(server.id))
  }

/** Access to passwords by server id, for the metadata API. */
export const passwordsByServer = (deps: Deps & { readonly clock: Clock }) => {
  const cellOf = async (serverId: string): Promise<string | null | undefined> =>
    (await locateServer(deps)(serverId))?.cellId
  return {
    find: async (serverId: string): Promise<string | undefined> => {
      const cellId = await cellOf(serverId)
      return cellId == null
        ? undefined
        : deps.databases.ask(cellId, (cell) => guestPasswords(cell).find(serverId))
    },
    set: async (serverId: string, password: string): Promise<boolean> => {
      const cellId = await cellOf(serverId)
      if (cellId == null) return false
      return deps.databases.ask(cellId, (cell) => guestPasswords(cell).set(serverId, password))
    },
  }
}
