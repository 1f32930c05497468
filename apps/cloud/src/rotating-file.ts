import { closeSync, fstatSync, mkdirSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Rotation {
  /** The file is rotated before it would grow beyond this. */
  readonly mostBytes: number
  /** Number of rotated files to keep; `log.1` is the newest. */
  readonly kept: number
}

/** Opens a file for appending; creates it readable by its owner only. */
export const openToAppend = (file: string): number => {
  mkdirSync(dirname(file), { recursive: true })
  return openSync(file, 'a', 0o600)
}

/** Rotates: renames the file and its predecessors by one; the oldest is replaced. */
const moveOn = (file: string, kept: number): void => {
  for (let number = kept; number > 0; number -= 1) {
    const former = number === 1 ? file : `${file}.${number - 1}`
    try {
      renameSync(former, `${file}.${number}`)
    } catch {
      // There are not that many files yet, or renaming is not permitted; then the file keeps growing.
    }
  }
}

/** Opens a new file and closes the old one; returns the old descriptor when no new file can be opened. */
const inItsPlace = (old: number, file: string): number => {
  try {
    const next = openToAppend(file)
    closeSync(old)
    return next
  } catch {
    return old
  }
}

/**
 * A rotated log file with one writing process: the function takes the number of bytes to be written and returns the file
 * descriptor for them. What is written in one call is never split across files.
 */
export const rotatingFile = (file: string, { mostBytes, kept }: Rotation): ((coming: number) => number) => {
  let descriptor = openToAppend(file)
  let size = fstatSync(descriptor).size
  return (coming) => {
    if (size > 0 && size + coming > mostBytes) {
      moveOn(file, kept)
      descriptor = inItsPlace(descriptor, file)
      size = 0
    }
    size += coming
    return descriptor
  }
}
