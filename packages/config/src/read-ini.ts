import { readFileSync } from 'node:fs'
import { messageOf } from '@nimbo/kernel/errors'
import { ConfigError } from './config-error.ts'
import { type Assignment, parseIni } from './ini-file.ts'

/** Parses the file at `path`. Throws {@link ConfigError} when it cannot be read. */
export const readIni = (path: string): readonly Assignment[] => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError([`${path}: cannot be read (${messageOf(error)})`])
  }
  return parseIni(path, text)
}
