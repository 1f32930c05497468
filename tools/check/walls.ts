/**
 * Keeps the walls of ARCHITECTURE.md ("who may import whom"), the length of files, imports without circles, and manifests
 * that name what is imported: prints each breach with its reason and exits 1 if there is one. `npm run walls`.
 */
import { join } from 'node:path'
import { circlesAmong } from './circles.ts'
import { declarationViolations } from './declarations.ts'
import { readRepository } from './repository.ts'
import { violationsOf } from './violations.ts'

const { files, packages, workspaces, whole } = readRepository(join(import.meta.dirname, '..', '..'))
const found = [
  ...files.flatMap((file) => violationsOf(file, packages)),
  ...circlesAmong(files, packages),
  ...declarationViolations(files, workspaces, whole),
]
for (const { path, line, what, reason } of found)
  process.stderr.write(`${path}:${line} ${what}\n  ${reason}\n`)
process.stdout.write(
  `walls: ${files.length} files, ${found.length === 0 ? 'none' : found.length} in breach\n`,
)
process.exitCode = found.length === 0 ? 0 : 1
