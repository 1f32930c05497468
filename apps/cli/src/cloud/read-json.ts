import { CliError } from './cli-error.ts'
import { readText } from './read-text.ts'

/** Parses a JSON file. */
export const readJsonFile = async <Content>(path: string): Promise<Content> => {
  const text = await readText(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CliError(`Could not read ${path}: ${error instanceof Error ? error.message : error}`)
  }
}

/** Parses a JSON file, if one is given. */
export const readOptionalJsonFile = async <Content>(
  path: string | undefined,
): Promise<Content | undefined> => (path === undefined ? undefined : readJsonFile(path))
