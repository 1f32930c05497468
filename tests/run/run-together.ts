import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { changedBetween, readProcessState } from './process-state.ts'

/** Longer than any run: the process must not end while a test waits for a timer that holds no process. */
const untilEndedMs = 2 ** 30

/**
 * Runs test files one after the other in this process, each as a test that has the file for its name. A file that leaves the process
 * other than it found it fails, since the next ones would be told in another world than alone.
 */
export const runTogether = async (files: readonly string[]): Promise<void> => {
  const held = setInterval(() => undefined, untilEndedMs)
  for (const file of files) {
    const before = readProcessState()
    await test(file, async () => {
      await import(pathToFileURL(resolve(file)).href)
    })
    const changed = changedBetween(before, readProcessState())
    if (changed.length > 0)
      await test(`${file} leaves the process as it was`, () => {
        throw new Error(`it changed ${changed.join(', ')}`)
      })
  }
  clearInterval(held)
}
