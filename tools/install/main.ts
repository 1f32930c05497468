/**
 * Run by npm after installing packages: loading hundreds of small files takes twenty times as long as the same code in one file,
 * and three times the memory (docs/architecture/start-up.md). What cannot be packed stays in its files and works.
 */
import { fileURLToPath } from 'node:url'
import { packLibrary } from './pack-library.ts'
import { packProgram } from './pack-program.ts'
import { packedLibraries } from './packed-libraries.ts'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const unlessItFails = async (name: string, pack: () => Promise<unknown>): Promise<void> => {
  try {
    await pack()
  } catch (error) {
    process.stderr.write(`nimbo: ${name} stays in many files: ${String(error)}\n`)
  }
}

for (const library of packedLibraries)
  await unlessItFails(library.name, () => packLibrary(`${root}/node_modules`, library))
await unlessItFails('the cloud', () => packProgram(root, 'apps/cloud/src/main.ts'))
