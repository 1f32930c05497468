import { UserError } from '@nimbo/kernel/user-error'
import type { MasterKey } from '../app/sealing/master-keys.ts'
import { openKek, sealKek } from '../app/sealing/vault.ts'
import { findKek, keksNotSealedBy, newestKek, resealKek } from '../db/project-keks.ts'
import { resealSecret, secretsNotSealedBy } from '../db/resealed-secrets.ts'
import type { KeyDb } from '../db/tables.ts'
import { type BoxKey, seal, unseal } from '../domain/sealed-box.ts'

type Masters = readonly [MasterKey, ...MasterKey[]]

const batch = 100

const lost = (): UserError =>
  new UserError('there is no key that opens what is there; put back the one that was in use')

/** Encrypts projects' keys with the newest master key. Can be interrupted and repeated. */
export const resealKeks = async (db: KeyDb, masters: Masters): Promise<number> => {
  const [newest] = masters
  for (let count = 0; ; ) {
    const rows = await keksNotSealedBy(db, newest.id, batch)
    if (rows.length === 0) return count
    for (const row of rows) {
      const key = openKek(masters, row)
      if (!key) throw lost()
      await resealKek(db, row, sealKek(newest, row.id, key))
    }
    count += rows.length
  }
}

const keyOf = async (db: KeyDb, masters: Masters, kekId: string): Promise<BoxKey> => {
  const row = await findKek(db, kekId)
  const key = row && openKek(masters, row)
  if (!key) throw lost()
  return key
}

/** Encrypts a project's secrets with its newest key. Can be interrupted and repeated. */
export const resealSecrets = async (db: KeyDb, masters: Masters, projectId: string): Promise<number> => {
  const newest = await newestKek(db, projectId)
  if (!newest) return 0
  const key = await keyOf(db, masters, newest.id)
  for (let count = 0; ; ) {
    const rows = await secretsNotSealedBy(db, projectId, newest.id, batch)
    if (rows.length === 0) return count
    for (const { id, kek_id, sealed } of rows) {
      const payload = unseal(await keyOf(db, masters, kek_id), id, sealed)
      if (!payload) throw lost()
      await resealSecret(db, { id, kek_id, sealed }, { kek_id: newest.id, sealed: seal(key, id, payload) })
    }
    count += rows.length
  }
}
