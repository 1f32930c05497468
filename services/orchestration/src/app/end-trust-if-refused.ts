import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import type { HeatApp } from './app.ts'

/**
 * Writes a stack that the engine works on by a new trust. If `write` refuses, as when another request came first, the trust is
 * deleted. If the database fails, the stack may have been written: then the trust stays, and the audit finds it if it is unused.
 */
export const endTrustIfRefused = async <Result>(
  { trusts, log }: Pick<HeatApp, 'trusts' | 'log'>,
  ctx: Context,
  trustId: string,
  write: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await write()
  } catch (refusal) {
    if (isFault(refusal))
      await trusts
        .end(ctx, trustId)
        .catch((error: unknown) => log.warn({ error, trustId }, 'a trust could not be deleted'))
    throw refusal
  }
}
