import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { CliError } from './cli-error.ts'

const timeoutMs = 60_000

/** The URL of an argument: a URL as it is, a file's path as `file:///…`. */
export const addressOf = (named: string): string =>
  /^(https?|file):\/\//.test(named) ? named : pathToFileURL(named).href

const fetched = async (address: string): Promise<string> => {
  const reply = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
  if (!reply.ok) throw new Error(`status ${reply.status}`)
  return reply.text()
}

/** Reads the text at a URL or in a file. */
export const readText = async (named: string): Promise<string> => {
  const address = addressOf(named)
  try {
    return address.startsWith('file:') ? await readFile(new URL(address), 'utf8') : await fetched(address)
  } catch (error) {
    throw new CliError(`Could not read ${named}: ${error instanceof Error ? error.message : error}`)
  }
}
