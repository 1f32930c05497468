import { vtpmOf } from '@nimbo/contracts/compute/vtpm'
import type { Context } from '@nimbo/kernel/context'
import type { EmbeddedFlavor } from '../../domain/servers/request-spec.ts'
import type { Server } from '../../domain/servers/server.ts'
import { forgetTpmKey } from '../../resources/tpm-keys.ts'
import type { KeepsKeys } from '../flow-deps.ts'

/** Deletes the passphrase of a server's TPM when it had one with the flavor that it leaves, and has none with the one it gets. */
export const forgetLeftTpmKey = async (
  { keys }: KeepsKeys,
  ctx: Context,
  { id, imageProperties }: Pick<Server, 'id' | 'imageProperties'>,
  { left, kept }: { readonly left: EmbeddedFlavor; readonly kept: EmbeddedFlavor },
): Promise<void> => {
  const hasTpm = ({ extraSpecs }: EmbeddedFlavor): boolean =>
    vtpmOf({ extraSpecs, imageProperties }) !== undefined
  if (hasTpm(left) && !hasTpm(kept)) await forgetTpmKey(keys, ctx, id)
}
