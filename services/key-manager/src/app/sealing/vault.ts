import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { newId } from '@nimbo/kernel/ids'
import { findKek, insertKek, newestKek } from '../../db/project-keks.ts'
import type { KeyDb, ProjectKek, Secret } from '../../db/tables.ts'
import { type BoxKey, newBoxKey, seal, unseal } from '../../domain/sealed-box.ts'
import { errors } from '../../errors.ts'
import type { MasterKey, ReadMasterKeys } from './master-keys.ts'

export type Sealed = Pick<Secret, 'kek_id' | 'sealed'>

/**
 * Encrypts payloads. Each project has a key of its own, stored in the database and encrypted with a master key; master keys are
 * only in memory and in the operator's files. The database alone reveals nothing.
 */
export interface Vault {
  /** Encrypts a secret's payload with the project's newest key, creating the first one. */
  seal(db: KeyDb, owner: Pick<Secret, 'id' | 'project_id'>, payload: Uint8Array): Promise<Sealed>
  /** Decrypts a secret's payload. Throws `Sealed` when no available key fits. */
  open(db: KeyDb, secret: Pick<Secret, 'id'> & Sealed): Promise<Buffer>
}

/** Decrypts a project's key with the master key that encrypted it. */
export const openKek = (
  masters: readonly MasterKey[],
  { id, master_id, sealed }: ProjectKek,
): BoxKey | undefined => {
  const master = masters.find((one) => one.id === master_id)
  return master && unseal(master.key, id, sealed)
}

export const sealKek = (
  master: MasterKey,
  id: string,
  key: BoxKey,
): Pick<ProjectKek, 'master_id' | 'sealed'> => ({ master_id: master.id, sealed: seal(master.key, id, key) })

/** Creates a new key of a project, which encrypts from now on. */
export const makeKek = async (
  db: KeyDb,
  master: MasterKey,
  project_id: string,
  clock: Clock,
): Promise<{ readonly id: string; readonly key: BoxKey }> => {
  const [id, key]: [string, BoxKey] = [newId(), newBoxKey()]
  await insertKek(db, { id, project_id, ...sealKek(master, id, key), created: timestamp(clock) })
  return { id, key }
}

export const vaultOf = (masterKeys: ReadMasterKeys, clock: Clock): Vault => ({
  seal: async (db, { id, project_id }, payload) => {
    const masters = await masterKeys()
    const known = await newestKek(db, project_id)
    const key = known && openKek(masters, known)
    if (known && !key) throw errors.Sealed({ key: known.master_id })
    const kek = known && key ? { id: known.id, key } : await makeKek(db, masters[0], project_id, clock)
    return { kek_id: kek.id, sealed: seal(kek.key, id, payload) }
  },
  open: async (db, { id, kek_id, sealed }) => {
    const kek = kek_id === null ? undefined : await findKek(db, kek_id)
    const key = kek && openKek(await masterKeys(), kek)
    const payload = key && sealed !== null ? unseal(key, id, sealed) : undefined
    if (!payload) throw errors.Sealed({ key: kek?.master_id ?? '' })
    return payload
  },
})
