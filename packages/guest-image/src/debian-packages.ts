import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { searchPath } from './required-tools.ts'
import { run } from './run.ts'

/** Packages of the image, besides the kernel. */
const contentPackages = [
  'busybox',
  'dropbear-bin',
  'e2fsprogs',
  'libblkid1',
  'libc6',
  'libcom-err2',
  'libcrypt1',
  'libext2fs2',
  'libgmp10',
  'libtomcrypt1',
  'libtommath1',
  'libuuid1',
  'zlib1g',
]

/** Packages with the tools for the boot partition, run from where they are unpacked. */
const toolPackages = ['dosfstools', 'mtools', 'syslinux', 'syslinux-common', 'systemd-boot-efi']

const kernelMetapackage = 'linux-image-cloud-amd64'

/** Downloads Debian packages and unpacks them into `root`; nothing is installed on this machine. */
export const unpackDebianPackages = async (root: string, work: string): Promise<void> => {
  const downloads = join(work, 'debs')
  await mkdir(downloads, { recursive: true })
  await mkdir(root, { recursive: true })
  await download(downloads, []).catch(async (first: unknown) => {
    // A fresh container has no package lists, so we fetch our own and leave the system's alone.
    const lists = await ownPackageLists(join(work, 'apt')).catch(() => Promise.reject(first))
    await download(downloads, lists)
  })
  for (const deb of (await readdir(downloads)).sort())
    await run('dpkg', ['-x', join(downloads, deb), root], { env: { PATH: searchPath } })
  await rm(downloads, { recursive: true })
}

const download = async (folder: string, aptOptions: readonly string[]): Promise<void> => {
  const names = [await kernelPackage(aptOptions), ...contentPackages, ...toolPackages]
  const args = ['download', '-q', ...aptOptions, ...names]
  await run('apt-get', args, { cwd: folder, deadlineMs: 90_000 })
}

/** The current kernel package, on which the metapackage depends. */
const kernelPackage = async (aptOptions: readonly string[]): Promise<string> => {
  const depends = await run('apt-cache', [...aptOptions, 'depends', kernelMetapackage])
  const name = /Depends: (linux-image-\d\S*)/.exec(depends)?.[1]
  if (!name) throw new Error(`no package source of this machine has ${kernelMetapackage}`)
  return name
}

const ownPackageLists = async (folder: string): Promise<readonly string[]> => {
  await mkdir(join(folder, 'lists', 'partial'), { recursive: true })
  await mkdir(join(folder, 'cache', 'archives', 'partial'), { recursive: true })
  const options = [`Dir::State::lists=${folder}/lists`, `Dir::Cache=${folder}/cache`].flatMap((set) => [
    '-o',
    set,
  ])
  await run('apt-get', ['update', '-q', ...options], { deadlineMs: 90_000 })
  return options
}
