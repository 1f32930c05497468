import { UserError } from '@nimbo/kernel/user-error'

/** Parses `--max-count`; an invalid count ends the command with this exit code. */
export const countOf = (text: string | undefined, invalidCount: number): number | undefined => {
  if (text === undefined) return undefined
  if (!/^0*[1-9]\d*$/.test(text))
    throw new UserError('Must supply a positive value for max-count', invalidCount)
  return Number(text)
}
