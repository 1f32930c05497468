import { mkdir } from 'node:fs/promises'

/** Makes a directory unless it is there, which nobody else may enter unless `mode` says so; gives its path. */
export const directoryAt = async (path: string, mode = 0o700): Promise<string> => {
  await mkdir(path, { recursive: true, mode })
  return path
}
