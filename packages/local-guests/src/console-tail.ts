import { open } from 'node:fs/promises'

/** The end of a file; empty if it does not exist. */
const tailOf = async (path: string, maxBytes: number): Promise<Buffer> => {
  let file: Awaited<ReturnType<typeof open>>
  try {
    file = await open(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
  try {
    const { size } = await file.stat()
    const length = Math.min(size, maxBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** How many rotated logs virtlogd keeps: `console.log.0` is the latest. */
const keptLogs = 3

/** The last `maxBytes` of a console log. virtlogd rotates it every two megabytes, so the end may span several files. */
export const consoleTail = async (logPath: string, maxBytes: number): Promise<string> => {
  const files = [logPath, ...Array.from({ length: keptLogs }, (_, index) => `${logPath}.${index}`)]
  let tail = Buffer.alloc(0)
  for (const file of files) {
    if (tail.length >= maxBytes) break
    tail = Buffer.concat([await tailOf(file, maxBytes - tail.length), tail])
  }
  return tail.toString('utf8')
}
