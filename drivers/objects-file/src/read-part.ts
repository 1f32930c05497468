import { close, open, read } from 'node:fs'
import { promisify } from 'node:util'

const disk = { open: promisify(open), read: promisify(read), close: promisify(close) }

interface Part {
  readonly first: number
  readonly last: number
}

/** Reads a part of a file in one piece, so it must fit into memory. The result is shorter when the file ends earlier. */
export const readPart = async (path: string, { first, last }: Part): Promise<Buffer> => {
  const part = Buffer.allocUnsafe(last - first + 1)
  const file = await disk.open(path, 'r')
  try {
    let length = 0
    while (length < part.length) {
      const { bytesRead } = await disk.read(file, part, length, part.length - length, first + length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return part.subarray(0, length)
  } finally {
    await disk.close(file)
  }
}
