import { readlink, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The path of the note beside a file that was renamed in use; the note contains the file's former name. */
const noteFor = (path: string): string => `${path}.former`

const link = async (target: string, path: string): Promise<void> => {
  await rm(path, { force: true })
  await symlink(target, path)
}

/**
 * Lets a renamed file be opened by its former name, too. QEMU opens a disk again, by the name that it was given, when it switches
 * to reading only, which happens when the guest moves to a volume of another back end. Idempotent.
 */
export const keepFormerName = async (former: string, path: string): Promise<void> => {
  await link(basename(former), noteFor(path))
  await link(basename(path), former)
}

/** To be called when the file is removed, or renamed while no guest uses it. Does nothing to a file without a former name. */
export const dropFormerName = async (path: string): Promise<void> => {
  const former = await readlink(noteFor(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!former) return
  await rm(join(dirname(path), basename(former)), { force: true })
  await rm(noteFor(path), { force: true })
}
