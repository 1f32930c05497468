import { closeSync, fstatSync, mkdirSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Rotation {
  /** A file that would grow beyond this gives way to a new one. */
  readonly mostBytes: number
  /** So many old files are kept, `log.1` being the newest. */
  readonly kept: number
}

/** Opens a file, made if need be for its owner alone, to add to it. */
export const openToAppend = (file: string): number => {
  mkdirSync(dirname(file), { recursive: true })
  return openSync(file, 'a', 0o600)
}

/** Renames the file and its predecessors by one; the oldest goes. */
const moveOn = (file: string, kept: number): void => {
  for (let number = kept; number > 0; number -= 1) {
    const former = number === 1 ? file : `${file}.${number - 1}`
    try {
      renameSync(former, `${file}.${number}`)
    } catch {
      // There are not so many yet, or it may not be renamed; then the file goes on to grow.
    }
  }
}

/** A new file, and the old one let go of; where there can be none, what comes goes on in the old one. */
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
 * A file to which one process alone adds: told how many bytes come, gives the descriptor to write them to, that of a new
 * file when the old one is full. What comes at once stays together.
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
