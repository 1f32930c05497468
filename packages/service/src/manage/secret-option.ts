import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { messageOf } from '@nimbo/kernel/errors'
import { UserError } from '@nimbo/kernel/user-error'
import type { CommandOption, Given } from './command.ts'

/** An option for a file with a secret, because arguments are visible in process lists. */
export const secretFile = (what: string): CommandOption => ({
  type: 'string',
  value: 'FILE',
  help: `file with ${what}; - for standard input`,
})

interface Names {
  /** The option with the secret itself. */
  readonly plain: string
  /** The option with the file's name. */
  readonly file: string
  /** The exit code for invalid options. */
  readonly errorCode?: number
}

/** The secret from either option: itself, or the first line of the file; undefined when neither is given. */
export const givenSecret = async (
  given: Given,
  { plain, file, errorCode }: Names,
): Promise<string | undefined> => {
  const [itself, path] = [given.text(plain), given.text(file)]
  if (path === undefined) return itself
  if (itself !== undefined) throw new UserError(`give either --${plain} or --${file}`, errorCode)
  const content = await readSecret(path).catch((error: unknown) => {
    throw new UserError(`--${file}: ${path} cannot be read: ${messageOf(error)}`, errorCode)
  })
  const [line = ''] = content.split(/\r?\n/)
  if (line === '') throw new UserError(`--${file}: the first line of ${path} is empty`, errorCode)
  return line
}

const readSecret = (path: string): Promise<string> =>
  path === '-' ? text(process.stdin) : readFile(path, 'utf8')
