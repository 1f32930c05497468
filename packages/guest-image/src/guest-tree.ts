import { constants } from 'node:fs'
import { access, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ArchiveEntry } from './cpio.ts'
import { kernelModules } from './kernel-modules.ts'
import { withoutSignature } from './module-signature.ts'

/** The guest's own scripts in this package. */
export const guestFilesFolder = join(import.meta.dirname, '..', 'files')

/** Our scripts with their paths in the guest. */
const scripts: ReadonlyMap<string, string> = new Map([
  ['initramfs-init', 'init'],
  ['init', 'sbin/init'],
  ...['configure', 'config-drive', 'drivers', 'metadata-service', 'identity', 'network', 'user-data'].map(
    (name): [string, string] => [name, `usr/lib/guest/${name}`],
  ),
  ['udhcpc.script', 'usr/share/udhcpc/default.script'],
  ['power-button', 'etc/acpi/PWRF/00000080'],
  ...['blkid', 'curl', 'lsblk', 'nc', 'sudo'].map((name): [string, string] => [name, `usr/bin/${name}`]),
])

const plainFiles: ReadonlyMap<string, string> = new Map([
  ...['json-leaves.awk', 'network-plan.awk'].map((name): [string, string] => [name, `usr/lib/guest/${name}`]),
  ...['group', 'issue', 'passwd', 'shadow'].map((name): [string, string] => [name, `etc/${name}`]),
])

/** Programs with their paths in the guest. */
const programs: ReadonlyMap<string, string> = new Map([
  ['bin/busybox', 'bin/busybox'],
  ['usr/sbin/dropbear', 'usr/sbin/dropbear'],
  ['usr/bin/dropbearkey', 'usr/bin/dropbearkey'],
  ['usr/bin/dbclient', 'usr/bin/dbclient'],
  ['sbin/mke2fs', 'sbin/mke2fs'],
  ['lib64/ld-linux-x86-64.so.2', 'lib64/ld-linux-x86-64.so.2'],
])

/** Shared libraries of the programs. */
const libraries = [
  'libblkid.so.1',
  'libc.so.6',
  'libcom_err.so.2',
  'libcrypt.so.1',
  'libe2p.so.2',
  'libext2fs.so.2',
  'libgmp.so.10',
  'libresolv.so.2',
  'libtomcrypt.so.1',
  'libtommath.so.1',
  'libuuid.so.1',
  'libz.so.1',
]

const links: readonly ArchiveEntry[] = [
  { kind: 'link', path: 'bin/sh', target: 'busybox' },
  { kind: 'link', path: 'sbin/mkfs.ext4', target: 'mke2fs' },
  { kind: 'link', path: 'usr/bin/ssh', target: 'dbclient' },
]

/** Mount points, and folders that start empty. */
const emptyFolders = ['dev', 'etc/dropbear', 'home/cirros', 'new', 'proc', 'root', 'sys', 'var']

/** The guest's root file system, from the packages unpacked under `root` and our scripts. */
export const guestTree = async (root: string): Promise<readonly ArchiveEntry[]> => {
  const files = [
    ...(await take(guestFilesFolder, scripts, true)),
    ...(await take(guestFilesFolder, plainFiles, false)),
    ...(await take(root, programs, true)),
    ...(await Promise.all(libraries.map((name) => library(root, name)))),
    ...(await driverFiles(root)),
  ]
  const members = [...files, ...links].sort((a, b) => (a.path < b.path ? -1 : 1))
  return [...foldersOf(members), ...members]
}

const take = (
  folder: string,
  places: ReadonlyMap<string, string>,
  executable: boolean,
): Promise<readonly ArchiveEntry[]> =>
  Promise.all(
    [...places].map(
      async ([source, path]): Promise<ArchiveEntry> => ({
        kind: 'file',
        path,
        content: await readFile(join(folder, source)),
        executable,
      }),
    ),
  )

const library = async (root: string, name: string): Promise<ArchiveEntry> => {
  const found = await firstReadable(
    ['lib', 'usr/lib'].map((lib) => join(root, lib, 'x86_64-linux-gnu', name)),
  )
  if (!found) throw new Error(`the packages hold no ${name}`)
  return {
    kind: 'file',
    path: `lib/x86_64-linux-gnu/${name}`,
    content: await readFile(found),
    executable: true,
  }
}

/** The kernel modules, and a file per list with the order of insertion. Built-in ones are absent. */
const driverFiles = async (root: string): Promise<readonly ArchiveEntry[]> => {
  const folder = join(root, 'lib', 'modules', await kernelVersion(root), 'kernel')
  const files: ArchiveEntry[] = []
  for (const [list, modules] of Object.entries(kernelModules)) {
    const names: string[] = []
    for (const module of modules) {
      const source = await firstReadable([join(folder, `${module}.ko`)])
      if (!source) continue
      const name = basename(module)
      names.push(name)
      files.push(plainFile(`lib/modules/${name}.ko`, withoutSignature(await readFile(source))))
    }
    files.push(plainFile(`lib/modules/${list}`, Buffer.from(`${names.join('\n')}\n`)))
  }
  if (!files.some(({ path }) => path === 'lib/modules/virtio_blk.ko'))
    throw new Error('the kernel package holds no virtio_blk: not a cloud kernel')
  return files
}

const plainFile = (path: string, content: Uint8Array): ArchiveEntry => ({
  kind: 'file',
  path,
  content,
  executable: false,
})

/** The version of the unpacked kernel. */
export const kernelVersion = async (root: string): Promise<string> => {
  const [version] = await readdir(join(root, 'lib', 'modules'))
  if (version === undefined) throw new Error('the packages hold no kernel modules')
  return version
}

const firstReadable = async (paths: readonly string[]): Promise<string | undefined> => {
  for (const path of paths) {
    const readable = await access(path, constants.R_OK).then(
      () => true,
      () => false,
    )
    if (readable) return path
  }
  return undefined
}

/** All directories, parents first. */
const foldersOf = (members: readonly ArchiveEntry[]): readonly ArchiveEntry[] => {
  const paths = new Set<string>()
  const add = (path: string): void => {
    if (path === '.') return
    add(dirname(path))
    paths.add(path)
  }
  for (const folder of emptyFolders) add(folder)
  for (const { path } of members) add(dirname(path))
  return [...paths].sort().map((path) => ({ kind: 'directory', path }))
}
