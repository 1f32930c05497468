import { mkdir } from 'node:fs/promises'

/** Creates a directory unless it exists, accessible only to its owner unless `mode` says otherwise; returns its path. */
export const directoryAt = async (path: string, mode = 0o700): Promise<string> => {
  await mkdir(path, { recursive: true, mode })
  return path
}
