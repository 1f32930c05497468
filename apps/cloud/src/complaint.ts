import { messageOf } from '@nimbo/kernel/errors'
import { UserError } from '@nimbo/kernel/user-error'

/**
 * The text shown for an error that ended a command: its message; with `NIMBO_DEBUG` also the stack, unless it is a `UserError`.
 */
export const complaintOf = (error: unknown, env: NodeJS.ProcessEnv): string => {
  const known = error instanceof UserError || env.NIMBO_DEBUG === undefined
  return `nimbo: ${known || !(error instanceof Error) ? messageOf(error) : error.stack}\n`
}
