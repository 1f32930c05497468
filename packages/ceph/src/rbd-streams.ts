import { spawn } from 'node:child_process'
import { Readable, type Writable } from 'node:stream'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { accessArgs, type CephAccess, type RbdImage, specOf } from './ceph-access.ts'
import { contentOfDiff } from './content-of-diff.ts'
import { errors } from './errors.ts'
import { rbdInfo } from './rbd-info.ts'
import { copyMs } from './run-ceph.ts'

/** Starts a program, which is killed once `copyMs` have passed without a call of `progressed`. */
const start = (access: CephAccess, args: readonly string[], clock: Clock) => {
  const child = spawn(...endingWithParent('KILL', 'rbd', [...accessArgs(access), ...args]), { stdio: 'pipe' })
  let words = ''
  let unlimited = () => {}
  const progressed = (): void => {
    unlimited()
    unlimited = clock.after(copyMs, () => {
      words = `no progress within ${copyMs} ms`
      child.kill('SIGKILL')
    })
  }
  progressed()
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-4096)
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      unlimited()
      if (code === 0) return resolve()
      const reason = words.trim().split('\n').at(-1) || `it ended by ${signal ?? code}`
      reject(errors.CephFailed({ command: `rbd ${args[0]}`, code: code ?? -1, reason }))
    })
  })
  // The reader receives the error at the end of the stream.
  ended.catch(() => {})
  return { child, ended, progressed }
}

/** Streams a program's output. */
const take = async function* (
  access: CephAccess,
  args: readonly string[],
  clock: Clock,
): AsyncGenerator<Uint8Array> {
  const { child, ended, progressed } = start(access, args, clock)
  child.stdin.end()
  try {
    for await (const piece of child.stdout) {
      progressed()
      yield piece
    }
    await ended
  } finally {
    child.kill('SIGKILL')
  }
}

/**
 * Streams the content of an image. Only its data come from the cluster, by `export-diff`; `export` would send every zero of a new
 * volume, too. Striped images are read by `export`, because Ceph does not give their differences in the order of the bytes. However
 * slow the reader, the stream breaks only when nothing of it is read for an hour.
 */
export const readRbd = (access: CephAccess, image: RbdImage, clock: Clock = systemClock): Readable => {
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    const { features } = await rbdInfo(access, image)
    const reading = (how: string) => take(access, [how, '--no-progress', specOf(image), '-'], clock)
    yield* features.includes('striping') ? reading('export') : contentOfDiff(reading('export-diff'))
  }
  return Readable.from(bytes(), { objectMode: false, highWaterMark: 1_048_576 })
}

/** Each chunk is consumed before the next is requested, since its memory may be reused. */
const feed = async (
  to: Writable,
  pieces: AsyncIterable<Uint8Array>,
  progressed: () => void,
): Promise<void> => {
  // A program that exits stops reading; the writer gets an error then.
  to.on('error', () => {})
  for await (const piece of pieces) {
    await new Promise<void>((resolve, reject) => {
      to.write(piece, (error) => (error ? reject(error) : resolve()))
    })
    progressed()
  }
  to.end()
}

const give = async (
  access: CephAccess,
  args: readonly string[],
  pieces: AsyncIterable<Uint8Array>,
  clock: Clock,
): Promise<void> => {
  const { child, ended, progressed } = start(access, args, clock)
  child.stdout.resume()
  try {
    await feed(child.stdin, pieces, progressed)
  } catch (error) {
    child.kill('SIGKILL')
    // The program's own error explains the broken pipe.
    if (isBroken(error)) await ended
    throw error
  }
  await ended
}

const isBroken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET')

/** Applies a diff of {@link rbdDiff} to an existing image. */
export const writeRbd = (
  access: CephAccess,
  image: RbdImage,
  diff: AsyncIterable<Uint8Array>,
  clock: Clock = systemClock,
): Promise<void> => give(access, ['import-diff', '--no-progress', '-', specOf(image)], diff, clock)

/** Creates an image from a stream of unknown length. */
export const importRbd = (
  access: CephAccess,
  image: RbdImage,
  bytes: AsyncIterable<Uint8Array>,
  clock: Clock = systemClock,
): Promise<void> => give(access, ['import', '--no-progress', '-', specOf(image)], bytes, clock)
