import { messageOf } from '@nimbo/kernel/errors'
import { UserError } from '@nimbo/kernel/user-error'

/** What is told of an error that ended a command: its message; with `NIMBO_DEBUG` where it came from, unless it is the user's. */
export const complaintOf = (error: unknown, env: NodeJS.ProcessEnv): string => {
  const known = error instanceof UserError || env.NIMBO_DEBUG === undefined
  return `nimbo: ${known || !(error instanceof Error) ? messageOf(error) : error.stack}\n`
}
