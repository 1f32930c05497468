import { type FileHandle, open, rm } from 'node:fs/promises'
import { CliError } from './cli-error.ts'

const complain = (path: string, error: unknown): CliError =>
  new CliError(`Cannot write ${path}: ${error instanceof Error ? error.message : error}`)

/** Opens the file without changing what it contains. */
const opened = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'a', 0o600)
  } catch (error) {
    throw complain(path, error)
  }
}

/**
 * Does what gives a result that cannot be had again, such as a private key, and writes that to a file which only the user can read.
 * The file is opened first: when it cannot be written, nothing is done, and when `work` fails, it keeps what it contains.
 */
export const writeResult = async <Made>(
  path: string,
  work: () => Promise<Made>,
  textOf: (made: Made) => string,
): Promise<Made> => {
  await using file = await opened(path)
  const before = await file.stat()
  let made: Made
  try {
    made = await work()
  } catch (error) {
    if (before.isFile() && before.size === 0) await rm(path, { force: true })
    throw error
  }
  try {
    if (before.isFile()) {
      await file.chmod(0o600)
      await file.truncate()
    }
    await file.writeFile(textOf(made))
  } catch (error) {
    throw complain(path, error)
  }
  return made
}
