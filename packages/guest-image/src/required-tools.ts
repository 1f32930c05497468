import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** Directories of administration programs, often missing in a user's PATH. */
const adminFolders = ['/usr/sbin', '/sbin']

/** The PATH of every step. */
export const searchPath = [process.env.PATH ?? '', ...adminFolders].join(delimiter)

/** Programs used on this machine, with their Debian packages. */
const requiredTools: ReadonlyMap<string, string> = new Map([
  ['apt-get', 'apt'],
  ['apt-cache', 'apt'],
  ['dpkg', 'dpkg'],
  ['mke2fs', 'e2fsprogs'],
  ['qemu-img', 'qemu-utils'],
])

/** Throws one line naming all missing programs and the packages to install. */
export const checkRequiredTools = async (path: string = searchPath): Promise<void> => {
  const missing: string[] = []
  for (const tool of requiredTools.keys()) if (!(await isOnPath(tool, path))) missing.push(tool)
  if (missing.length === 0) return
  const packages = new Set(missing.map((tool) => requiredTools.get(tool)))
  throw new Error(
    `the guest image needs ${missing.join(', ')}, not found here; on Debian or Ubuntu: apt-get install ${[...packages].join(' ')}`,
  )
}

const isOnPath = async (tool: string, path: string): Promise<boolean> => {
  for (const folder of path.split(delimiter)) {
    const found = await access(join(folder, tool), constants.X_OK).then(
      () => true,
      () => false,
    )
    if (found && folder !== '') return true
  }
  return false
}
