import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** Folders of programs for administrators, often missing from a user's own path. */
const adminFolders = ['/usr/sbin', '/sbin']

/** The search path every step runs with. */
export const searchPath = [process.env.PATH ?? '', ...adminFolders].join(delimiter)

/** What the build calls on this machine, and the Debian package each comes in. */
const requiredTools: ReadonlyMap<string, string> = new Map([
  ['apt-get', 'apt'],
  ['apt-cache', 'apt'],
  ['dpkg', 'dpkg'],
  ['mke2fs', 'e2fsprogs'],
  ['qemu-img', 'qemu-utils'],
])

/** Throws one line that names every program that is missing, and what to install. */
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
