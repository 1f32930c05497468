import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Batch } from './batches.ts'

const together = new URL('./run-together.ts', import.meta.url).href

/**
 * Writes an entry file for each batch, and returns the paths for the test runner. The runner starts files in the order of their paths,
 * so these are numbered in the order of the batches. A batch of one file needs no entry: its path is that of the file.
 */
export const batchEntries = (batches: readonly Batch[], directory: string): Promise<readonly string[]> =>
  Promise.all(
    batches.map(async ({ name, files }, index) => {
      const [first] = files
      if (files.length === 1 && first !== undefined) return first
      const path = join(directory, `${String(index).padStart(3, '0')}-${name}.mjs`)
      await writeFile(
        path,
        `import { runTogether } from '${together}'\nawait runTogether(${JSON.stringify(files)})\n`,
      )
      return path
    }),
  )
