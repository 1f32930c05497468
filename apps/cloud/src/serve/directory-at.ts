import { mkdir } from 'node:fs/promises'

/** Directory mode: QEMU runs as its own user and must reach the disks in it. */
export const enterable = 0o711

/** Creates a directory unless it exists, accessible only to its owner unless `mode` says otherwise; returns its path. */
export const directoryAt = async (path: string, mode = 0o700): Promise<string> => {
  await mkdir(path, { recursive: true, mode })
  return path
}
