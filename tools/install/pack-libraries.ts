/**
 * Run by npm after installing packages: loading a library of hundreds of small files takes twenty times as long as the same
 * library in one file, and three times the memory (docs/architecture/start-up.md). A library that cannot be packed stays
 * unchanged and works.
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
