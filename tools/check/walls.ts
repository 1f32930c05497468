/**
 * Checks the rules of ARCHITECTURE.md ("who may import whom") and others that can be verified statically: no circular imports,
 * complete manifests, no unused exports, limits for the length of files and the size of folders, no broken links in documents,
 * few casts. Prints each violation with its reason and exits with 1 if there is one. `npm run walls`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { circlesAmong } from './circles.ts'
import { deadExports } from './dead-exports.ts'
import { declarationViolations } from './declarations.ts'
import { documentViolations } from './documents.ts'
import { flatRooms } from './flat-rooms.ts'
import { figuresOf, type Limits, limitViolations } from './limits.ts'
import { readRepository } from './repository.ts'
import { violationsOf } from './violations.ts'

const repository = readRepository(join(import.meta.dirname, '..', '..'))
const { files, packages, workspaces, whole } = repository
const limits: Limits = JSON.parse(readFileSync(join(import.meta.dirname, 'limits.json'), 'utf8'))
const figures = figuresOf(files)
const found = [
  ...files.flatMap((file) => violationsOf(file, packages)),
  ...circlesAmong(files, packages),
  ...declarationViolations(files, workspaces, whole),
  ...deadExports(files, packages, limits.exportsForOthers),
  ...flatRooms(files),
  ...documentViolations(repository),
  ...limitViolations(figures, limits),
]
for (const { path, line, what, reason } of found)
  process.stderr.write(`${path}:${line} ${what}\n  ${reason}\n`)
process.stdout.write(
  `walls: ${files.length} files (median ${figures.medianLines} lines, ${figures.castsPerThousandLines.toFixed(2)} casts per thousand lines), ${found.length === 0 ? 'no' : found.length} violations\n`,
)
process.exitCode = found.length === 0 ? 0 : 1
