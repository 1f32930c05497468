/**
 * Run by npm after it has brought the packages: a library of hundreds of small files takes a process twenty times as long to load, and
 * three times the memory, as the same library in one file (docs/architecture/start-up.md). What cannot be packed stays as it is and works.
 */
import { fileURLToPath } from 'node:url'
import { packLibrary } from './pack-library.ts'
import { packedLibraries } from './packed-libraries.ts'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

for (const library of packedLibraries) {
  try {
    await packLibrary(modules, library)
  } catch (error) {
    process.stderr.write(`nimbo: ${library.name} stays in many files: ${String(error)}\n`)
  }
}
