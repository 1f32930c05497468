import { createHash } from 'node:crypto'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { vtpmOf } from '@nimbo/contracts/compute/vtpm'
import { newId, type ServerId } from '@nimbo/kernel/ids'

/** The TPM of a fake server: no guest uses it, but it is known which state it has, and by which key that is encrypted. */
export interface FakeTpm {
  readonly version: string
  readonly model: string
  /** A name by which its state is recognised after a move. */
  readonly state: string
  /** A digest of the key. */
  readonly sealed: string
}

/** The keys of TPMs on one host. */
export interface FakeTpms {
  keep(id: ServerId, passphrase: string): void
  /** The TPM that an order asks for, with the state of before if that is of the same kind. Throws when its key is not the one here. */
  of(order: SpawnOrder, before?: FakeTpm): FakeTpm | undefined
}

const named = 8

/** How a TPM is written in the log of its domain. */
export const tpmLines = (tpm: FakeTpm | undefined): readonly string[] =>
  tpm === undefined ? [] : [`TPM ${tpm.version} (${tpm.model}) with state ${tpm.state}`]

export const fakeTpms = (): FakeTpms => {
  const keys = new Map<ServerId, string>()
  return {
    keep: (id, passphrase) => void keys.set(id, passphrase),
    of: (order, before) => {
      const wanted = vtpmOf(order)
      if (wanted === undefined) return undefined
      const key = keys.get(order.id)
      if (key === undefined) throw new Error(`there is no key for the TPM of ${order.name}`)
      const sealed = createHash('sha256').update(key).digest('hex')
      if (before?.version !== wanted.version || before.model !== wanted.model)
        return { ...wanted, state: newId().slice(0, named), sealed }
      if (before.sealed !== sealed) throw new Error(`the state of the TPM of ${order.name} has another key`)
      return before
    },
  }
}
