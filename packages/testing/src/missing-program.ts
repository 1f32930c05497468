import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const isThere = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Why tests with a program are skipped; false where it is installed. */
export const missingProgram = (program: string): string | false =>
  (process.env.PATH ?? '').split(delimiter).some((directory) => isThere(join(directory, program)))
    ? false
    : `${program} is not installed`
