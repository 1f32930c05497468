/**
 * Builds the page: `node build-program.ts APP OUT`. A separate program, so that Vite does not stay in the memory of the service.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const [app = '', out = ''] = process.argv.slice(2)

const compressible = /\.(js|css|html|svg|json|txt|map)$/
/** Smaller files are not worth compressing, because of the additional headers. */
const leastBytes = 512
const brotliQuality = 10

try {
  await build({
    root: app,
    base: '/dashboard/',
    logLevel: 'error',
    build: { outDir: out, emptyOutDir: true },
  })
  const entries = await readdir(out, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.filter((name) => compressible.test(name))) {
    const bytes = await readFile(file)
    if (bytes.length < leastBytes) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes))
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
