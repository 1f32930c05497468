import type { Context } from '@nimbo/kernel/context'
import type { Deps } from './deps.ts'

/** What is known of a thing by names, as policies ask for it. */
export type Facts = Readonly<Record<string, unknown>>

/**
 * Shows things as the caller is to see them: as shared what somebody shares with the caller's project and not with all. Unless
 * `shown`, only policies ask whether they are.
 */
export type AsSeen = <Found extends Facts>(
  deps: Deps,
  ctx: Context,
  found: readonly Found[],
  shown: boolean,
) => Promise<readonly Found[]>
