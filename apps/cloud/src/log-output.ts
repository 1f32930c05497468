import { writeSync } from 'node:fs'
import { messageOf } from '@nimbo/kernel/errors'
import type { Destination } from './lines-of-a-turn.ts'

export interface LogOutputOptions {
  /** Returns the file descriptor for the next `coming` bytes. */
  readonly descriptor: (coming: number) => number
  /** Formats the line that reports how many lines were lost, and why. */
  readonly lossLine: (lines: number, problem: string) => string
  /** Called when lines begin to be lost. */
  readonly troubled: (problem: string) => void
}

interface Outcome {
  readonly written: number
  /** Why not everything was written. */
  readonly problem?: string
}

/** How long to wait for a full pipe; after that its reader is considered stopped. */
const longestWaitMs = 1_000
const waitStepMs = 10

const isForNow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY')

const writeAll = (fd: number, bytes: Uint8Array, mostWaitMs: number): Outcome => {
  let written = 0
  let waitedMs = 0
  while (written < bytes.length) {
    try {
      written += writeSync(fd, bytes, written)
    } catch (error) {
      if (!isForNow(error) || waitedMs >= mostWaitMs) return { written, problem: messageOf(error) }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitStepMs)
      waitedMs += waitStepMs
    }
  }
  return { written }
}

const newline = 10

const linesIn = (bytes: Uint8Array): number => bytes.filter((byte) => byte === newline).length

/**
 * Writes lines synchronously and never throws: a process must not end because its log's disk is full or its reader is gone. Lines
 * that cannot be written are lost; before the next line that can be written, a line reports their number.
 */
export const logOutput = ({ descriptor, lossLine, troubled }: LogOutputOptions): Destination => {
  let missing: { readonly lines: number; readonly problem: string } | undefined
  /** Whether the last line was written only partly. */
  let cut = false
  return {
    write: (text) => {
      const report = missing ? `${cut ? '\n' : ''}${lossLine(missing.lines, missing.problem)}` : ''
      const reportLength = Buffer.byteLength(report)
      const bytes = Buffer.from(report + text)
      // Waiting stops the whole process, so while lines are lost, nothing waits for a reader that has stopped.
      const mostWaitMs = missing ? 0 : longestWaitMs
      const { written, problem } = writeAll(descriptor(bytes.length), bytes, mostWaitMs)
      if (written > 0) cut = bytes[written - 1] !== newline
      if (problem !== undefined) {
        if (!missing) troubled(problem)
        const before = written < reportLength ? (missing?.lines ?? 0) : 0
        const lines = before + linesIn(bytes.subarray(Math.max(written, reportLength)))
        missing = { lines, problem }
      } else missing = undefined
    },
  }
}
