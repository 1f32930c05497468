import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TemporaryDirectory } from './temporary-directory.ts'

/** A temporary directory that a later run removes (by its file `owner`, see `sweep-abandoned.ts`) if this process is killed. */
export const ownedDirectory = async (prefix: string): Promise<TemporaryDirectory> => {
  const path = await mkdtemp(join(tmpdir(), prefix))
  await writeFile(join(path, 'owner'), String(process.pid))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
