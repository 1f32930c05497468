import { resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** How long a test file took, its process and what that loads included. */
export interface FileTime {
  readonly file: string
  readonly ms: number
  readonly tests: number
  /** Whether all its tests passed. */
  readonly passed: boolean
}

/** A reporter of Node's test runner: in the end, a line of JSON for each file. */
async function* fileTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const tests = new Map<string, number>()
  const took = new Map<string, { readonly ms: number; readonly passed: boolean }>()
  for await (const { type, data } of events)
    if (type === 'test:summary' && data.file !== undefined) tests.set(data.file, data.counts.tests)
    // The process of a file is told like a test that has the file for its name.
    else if (type === 'test:complete' && data.file !== undefined && resolve(data.name) === data.file)
      took.set(data.file, { ms: data.details.duration_ms, passed: data.details.passed })
  for (const [file, end] of took) {
    const time: FileTime = { ...end, file, tests: tests.get(file) ?? 0 }
    yield `${JSON.stringify(time)}\n`
  }
}

// biome-ignore lint/style/noDefaultExport: the runner takes a reporter by its default export
export default fileTimes
