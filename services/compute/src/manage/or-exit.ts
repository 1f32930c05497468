import { messageOf } from '@nimbo/kernel/errors'
import { UserError } from '@nimbo/kernel/user-error'

/** Resolves like `work`; an error ends the command with this exit code and says what cannot be done. */
export const orExit = async <Result>(
  exitCode: number,
  what: string,
  work: Promise<Result>,
): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    throw new UserError(`${what}: ${messageOf(error)}`, exitCode)
  }
}
