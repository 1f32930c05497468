import { readFile } from 'node:fs/promises'
import { CliError } from './cli-error.ts'

/** The content of a file in base64. */
export const fileContent = async (path: string): Promise<string> => {
  try {
    return (await readFile(path)).toString('base64')
  } catch (error) {
    throw new CliError(`Can't open '${path}': ${error instanceof Error ? error.message : error}`)
  }
}
