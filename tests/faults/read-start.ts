import { open } from 'node:fs/promises'

/** The first bytes of a file, as many of them as there are. */
export const readStart = async (path: string, bytes: number): Promise<Uint8Array> => {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(new Uint8Array(bytes), 0, bytes, 0)
  return buffer.subarray(0, bytesRead)
}
