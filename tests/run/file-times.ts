import { resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** How long a test file took; alone in its process, that and what it loads included. */
export interface FileTime {
  readonly file: string
  readonly ms: number
  readonly tests: number
  /** Whether all its tests passed. */
  readonly passed: boolean
}

/** A file is told like a test that has it for its name, whether it has a process to itself or shares one (`run-together.ts`). */
const isFile = (name: string): boolean => name.endsWith('.test.ts')

/** A reporter of Node's test runner: in the end, a line of JSON for each file. */
async function* fileTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const tests = new Map<string, number>()
  const took = new Map<string, { readonly ms: number; readonly passed: boolean }>()
  let sinceFile = 0
  for await (const { type, data } of events)
    if (type === 'test:summary' && data.file !== undefined) {
      if (isFile(data.file)) tests.set(data.file, data.counts.tests)
      sinceFile = 0
    } else if (type === 'test:pass' || type === 'test:fail') {
      // These come in order, however many files run at once: what was told since the last file belongs to this one.
      if (isFile(data.name)) tests.set(resolve(data.name), sinceFile)
      sinceFile = isFile(data.name) ? 0 : sinceFile + (data.details.type === 'suite' ? 0 : 1)
    } else if (type === 'test:complete' && isFile(data.name))
      took.set(resolve(data.name), { ms: data.details.duration_ms, passed: data.details.passed })
  for (const [file, end] of took) {
    const time: FileTime = { ...end, file, tests: tests.get(file) ?? 0 }
    yield `${JSON.stringify(time)}\n`
  }
}

// biome-ignore lint/style/noDefaultExport: the runner takes a reporter by its default export
export default fileTimes
