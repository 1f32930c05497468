import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sample, Sampled } from './sample.ts'

const root = join(import.meta.dirname, '../..')

/** The existing samples of these operations, by their files. */
export const keptSamples = async (operations: readonly Sampled[]): Promise<ReadonlyMap<string, Sample>> => {
  const kept = new Map<string, Sample>()
  for (const { file } of operations) {
    const text = await readFile(join(root, file), 'utf8').catch(() => undefined)
    if (text !== undefined) kept.set(file, JSON.parse(text))
  }
  return kept
}
