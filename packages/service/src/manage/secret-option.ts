import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { messageOf } from '@nimbo/kernel/errors'
import { UserError } from '@nimbo/kernel/user-error'
import type { CommandOption, Given } from './command.ts'

/** An option that names a file with a secret in it, which whoever lists processes would see on the command line. */
export const secretFile = (what: string): CommandOption => ({
  type: 'string',
  value: 'FILE',
  help: `a file with ${what}; - is standard input`,
})

interface Names {
  /** Of the option that holds the secret itself. */
  readonly plain: string
  /** Of the one that holds the name of a file. */
  readonly file: string
  /** The exit code of the command where the options do not make sense. */
  readonly errorCode?: number
}

/** The secret that one of two options gives: itself, or the first line of a file; undefined where neither is there. */
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
