import { resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** How long a test file took, including the start of its process where it has one to itself. */
export interface FileTime {
  readonly file: string
  readonly ms: number
  readonly tests: number
  /** Whether all its tests passed. */
  readonly passed: boolean
}

/** The runner reports a file as a test of that name, whether it has its own process or shares one (`run-together.ts`). */
const isFile = (name: string): boolean => name.endsWith('.test.ts')

/** A reporter for Node's test runner that writes a line of JSON for each file at the end. */
async function* fileTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const tests = new Map<string, number>()
  const took = new Map<string, { readonly ms: number; readonly passed: boolean }>()
  let sinceFile = 0
  for await (const { type, data } of events)
    if (type === 'test:summary' && data.file !== undefined) {
      if (isFile(data.file)) tests.set(data.file, data.counts.tests)
      sinceFile = 0
    } else if (type === 'test:pass' || type === 'test:fail') {
      // Results come file by file, however many run at once: those since the last file belong to this one.
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
