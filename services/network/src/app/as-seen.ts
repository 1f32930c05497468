import type { Context } from '@nimbo/kernel/context'
import type { Deps } from './deps.ts'

/** Attributes by name, as policy rules refer to them. */
export type Facts = Readonly<Record<string, unknown>>

/**
 * Shows resources as the caller sees them: a resource that is shared with the caller's project, but not with all projects,
 * appears as shared. `shown` says whether the reply contains `shared`; otherwise only policy rules use it.
 */
export type AsSeen = <Found extends Facts>(
  deps: Deps,
  ctx: Context,
  found: readonly Found[],
  shown: boolean,
) => Promise<readonly Found[]>
