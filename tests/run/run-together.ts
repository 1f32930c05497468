import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { changedBetween, readProcessState } from './process-state.ts'

/** Longer than any run: keeps the process from ending while a test waits for an `unref` timer. */
const untilEndedMs = 2 ** 30

/**
 * Runs test files one after another in this process, each as a test named by the file. A file that changes the state of the process
 * fails, since the next ones would run under other conditions than alone.
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
