import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file of which nothing is left when this process ends, also when it is killed. */
export interface NamelessFile extends AsyncDisposable {
  readonly handle: FileHandle
  /** By which other programs of the same user open it while this process has it open. */
  readonly path: string
}

const privateMode = 0o600

/** Creates an empty file that only this user may open, in the system's temporary directory, which shows no name of it. */
export const namelessFile = async (): Promise<NamelessFile> => {
  const name = join(tmpdir(), `nimbo-${randomUUID()}`)
  const handle = await open(name, 'wx+', privateMode)
  await rm(name)
  return {
    handle,
    path: `/proc/${process.pid}/fd/${handle.fd}`,
    [Symbol.asyncDispose]: () => handle.close(),
  }
}
