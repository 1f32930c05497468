import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { cpioArchive } from './cpio.ts'
import { unpackDebianPackages } from './debian-packages.ts'
import { buildDisk } from './disk-image.ts'
import { guestTree, kernelVersion } from './guest-tree.ts'
import { checkRequiredTools } from './required-tools.ts'

export interface TinyImage {
  /** The bootable disk, qcow2. */
  readonly path: string
  /** Its size in bytes. */
  readonly size: number
}

/** Called with a sentence at the start of each step. */
export type Progress = (step: string) => void

/**
 * Builds a small bootable guest image from Debian's cloud kernel, busybox and dropbear, as `tiny.qcow2` in `outputDir`. Needs
 * access to Debian's packages but no privileges, and installs nothing; throws one line naming what is missing. The image appears
 * complete or not at all.
 */
export const buildTinyImage = async (options: {
  readonly outputDir: string
  /** Holds intermediate files during the build. */
  readonly cacheDir: string
  readonly fileName?: string
  readonly progress?: Progress
}): Promise<TinyImage> => {
  const { outputDir, cacheDir, fileName = 'tiny.qcow2', progress = () => {} } = options
  await checkRequiredTools()
  await mkdir(outputDir, { recursive: true })
  await mkdir(cacheDir, { recursive: true })
  const work = await mkdtemp(join(cacheDir, 'build-'))
  try {
    const root = join(work, 'packages')
    progress('fetching the kernel, busybox and dropbear from Debian')
    await unpackDebianPackages(root, work)
    progress('packing the initial file system')
    const initrd = join(work, 'initrd')
    await writeFile(initrd, await compressed(cpioArchive(await guestTree(root))))
    progress('writing the disk')
    const kernel = join(root, 'boot', `vmlinuz-${await kernelVersion(root)}`)
    const unfinished = join(outputDir, `.${fileName}.${process.pid}`)
    await buildDisk(unfinished, { kernel, initrd, root, work })
    const path = join(outputDir, fileName)
    await rename(unfinished, path)
    return { path, size: (await stat(path)).size }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** The guest unpacks Zstandard fastest. */
const compressed = (archive: Buffer): Promise<Buffer> =>
  promisify(zstdCompress)(archive, { params: { [constants.ZSTD_c_compressionLevel]: 19 } })
