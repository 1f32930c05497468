import { UserError } from '@nimbo/kernel/user-error'
import type { Given } from '@nimbo/service/manage/command'

/** The arguments of a command; there must be one for each of these names. */
export const wordsOf = ({ words }: Pick<Given, 'words'>, ...names: readonly string[]): readonly string[] => {
  if (words.length !== names.length) throw new UserError(`give ${names.join(' ')}`)
  return words
}
