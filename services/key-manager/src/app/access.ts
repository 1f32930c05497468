import type { AclChange } from '@nimbo/contracts/key-manager/acls'
import { allOrNone } from '@nimbo/db/all-or-none'
import { timestamp } from '@nimbo/kernel/clock'
import { type Acl, findAcl, putAcl, removeAcl } from '../db/acls.ts'
import type { KeyApp } from './key-app.ts'

/** Replaces an ACL; parts left out are reset to the default. */
export const replaceAcl =
  (app: KeyApp) =>
  async (ownerId: string, { read }: AclChange): Promise<void> => {
    await allOrNone(app.db, async (db) => {
      if (!read) return removeAcl(db, ownerId)
      const now = timestamp(app.clock)
      const created = (await findAcl(db, ownerId))?.created ?? now
      const projectAccess = read['project-access'] ?? true
      await putAcl(db, ownerId, { projectAccess, users: read.users ?? [], created, updated: now })
    })
  }

/** Updates an ACL; parts left out stay. */
export const updateAcl =
  (app: KeyApp) =>
  async (ownerId: string, { read }: AclChange): Promise<void> => {
    if (!read) return
    await allOrNone(app.db, async (db) => {
      const now = timestamp(app.clock)
      const known: Acl = (await findAcl(db, ownerId)) ?? {
        ...{ projectAccess: true, users: [], created: now, updated: now },
      }
      const projectAccess = read['project-access'] ?? known.projectAccess
      const users = read.users ?? known.users
      await putAcl(db, ownerId, { projectAccess, users, created: known.created, updated: now })
    })
  }

export const showAcl = ({ db }: KeyApp, ownerId: string): Promise<Acl | undefined> => findAcl(db, ownerId)

export const clearAcl = ({ db }: KeyApp, ownerId: string): Promise<void> =>
  allOrNone(db, (trx) => removeAcl(trx, ownerId))
