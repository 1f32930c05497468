import { open } from 'node:fs/promises'

const chunkSize = 4_194_304

/**
 * Reads a file from start to end. Every chunk reuses one buffer: with sparse files, allocating a buffer per chunk takes fifty
 * times as long as reading.
 */
export const contentOf = async function* (path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path)
  const chunk = Buffer.alloc(chunkSize)
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, chunkSize, at)
    if (bytesRead === 0) return
    yield chunk.subarray(0, bytesRead)
    at += bytesRead
  }
}
