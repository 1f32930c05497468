import type { KeptLock } from '@nimbo/contracts/volume/volume-host'
import type { Context } from '@nimbo/kernel/context'
import type { Encryption } from '../../../domain/encryption.ts'
import type { ChangedKeys } from '../../../flows/change-key.ts'
import type { FlowDeps } from '../../../flows/flow-deps.ts'
import { whileExported } from '../../../flows/while-exported.ts'
import type { Recryption } from './recryption.ts'

/** A change of encryption, with the keys in the key manager. */
export type KeyedRecryption = Recryption & { readonly keys: ChangedKeys }

interface Moved {
  readonly volumeId: string
  readonly sizeGb: number
  readonly from: string
  readonly target: string
}

const lockOf = (how: Encryption | undefined, keyId: string | null): KeptLock | undefined =>
  how && keyId !== null ? { ...how, keyId } : undefined

/** The id of the copy during the move: the id of the volume, unless both are on the same back end. */
export const idOfCopy = ({ volumeId, from, target }: Moved, { copyId }: Recryption): string =>
  from === target ? copyId : volumeId

/** Copies the decrypted content of the volume to a volume with the new encryption. */
export const recryptCopy = async (
  deps: Pick<FlowDeps, 'hosts'>,
  ctx: Context,
  moved: Moved,
  recryption: KeyedRecryption,
): Promise<void> => {
  const { volumeId, sizeGb, from, target } = moved
  const { keys } = recryption
  const [old, fresh] = [lockOf(recryption.from, keys.old), lockOf(recryption.to, keys.new)]
  await whileExported(deps, ctx, { volumeId, from, to: target, usedFor: 'migration' }, (connection) =>
    deps.hosts.on(target).createRecryptedVolume(ctx, {
      ...{ volumeId: idOfCopy(moved, recryption), sizeGb },
      content: { from: 'connection', connection },
      ...(old ? { from: old } : {}),
      ...(fresh ? { to: fresh } : {}),
    }),
  )
}

/**
 * Replaces the volume by its copy, if both are on the same back end. Idempotent: as long as the copy has an id of its own, what
 * is stored under the volume's id is the old content, if anything.
 */
export const replaceByCopy = async (
  { hosts }: Pick<FlowDeps, 'hosts'>,
  ctx: Context,
  { volumeId, from, target }: Moved,
  { copyId }: Recryption,
): Promise<void> => {
  if (from !== target) return
  const host = hosts.on(target)
  const { volumes } = await host.listExisting(ctx, {})
  const copy = volumes.find(({ id }) => id === copyId)
  if (copy === undefined) return
  await host.deleteVolume(ctx, { volumeId })
  await host.adoptVolume(ctx, { volumeId, name: copy.name })
}
