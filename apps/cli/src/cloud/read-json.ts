import { CliError } from './cli-error.ts'
import { readText } from './read-text.ts'

/** What a file that the user names says in JSON. */
export const readJsonFile = async <Content>(path: string): Promise<Content> => {
  const text = await readText(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CliError(`Could not read ${path}: ${error instanceof Error ? error.message : error}`)
  }
}

/** What a file that the user names says in JSON, where one is named. */
export const readOptionalJsonFile = async <Content>(
  path: string | undefined,
): Promise<Content | undefined> => (path === undefined ? undefined : readJsonFile(path))
