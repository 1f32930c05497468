import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file without a name: the system deletes it when this process closes it or ends, even if the process is killed. */
export interface NamelessFile extends AsyncDisposable {
  readonly handle: FileHandle
  /** The path by which other programs of the same user can open the file while this process has it open. */
  readonly path: string
}

const privateMode = 0o600

/** Creates an empty file, for this user only, in the system's temporary directory, and removes its name at once. */
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
