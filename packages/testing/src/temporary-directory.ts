import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TemporaryDirectory extends AsyncDisposable {
  readonly path: string
}

/** A temporary directory; dispose of it to remove it with its content. */
export const temporaryDirectory = async (): Promise<TemporaryDirectory> => {
  const path = await mkdtemp(join(tmpdir(), 'nimbo-test-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
