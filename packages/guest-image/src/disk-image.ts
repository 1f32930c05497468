import { open, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildBootPartition } from './boot-partition.ts'
import { masterBootRecord, sectorBytes } from './partition-table.ts'
import { searchPath } from './required-tools.ts'
import { run } from './run.ts'

const mebibyte = 1024 * 1024
/** The usual start of the first partition. */
const firstPartition = mebibyte
/** Enough for the guest's files and small tests. */
const rootSize = 48 * mebibyte

export interface DiskContent {
  readonly kernel: string
  readonly initrd: string
  /** Where the packages are unpacked. */
  readonly root: string
  /** A folder for files in between. */
  readonly work: string
}

/**
 * Writes a compressed qcow2 disk at `path` that boots by BIOS and UEFI: a FAT partition with loaders, kernel and initramfs, and
 * an empty ext4 labelled `guest-root` that the guest fills at its first boot (so that building needs no root).
 */
export const buildDisk = async (path: string, content: DiskContent): Promise<void> => {
  const { root, work } = content
  const boot = join(work, 'boot.img')
  const data = join(work, 'root.img')
  const disk = join(work, 'disk.img')
  const bootSize = await buildBootPartition(boot, content)
  await makeRootPartition(data)

  const partitions = [
    {
      type: 0x0e,
      bootable: true,
      firstSector: firstPartition / sectorBytes,
      sectors: bootSize / sectorBytes,
    },
    {
      type: 0x83,
      bootable: false,
      firstSector: (firstPartition + bootSize) / sectorBytes,
      sectors: rootSize / sectorBytes,
    },
  ]
  const bootCode = await readFile(join(root, 'usr', 'lib', 'syslinux', 'mbr', 'mbr.bin'))
  await writeFile(disk, masterBootRecord(bootCode, partitions))
  await truncate(disk, firstPartition + bootSize + rootSize)
  await writeAt(disk, firstPartition, await readFile(boot))
  await writeAt(disk, firstPartition + bootSize, await readFile(data))
  await run('qemu-img', ['convert', '-c', '-O', 'qcow2', disk, path])
  for (const file of [boot, data, disk]) await rm(file)
}

const makeRootPartition = async (path: string): Promise<void> => {
  await writeFile(path, '')
  await truncate(path, rootSize)
  // Fixed ids and clock for reproducible builds.
  const uuid = '4e494d42-0000-4000-8000-000000000001'
  const args = [
    '-q',
    '-t',
    'ext4',
    '-L',
    'guest-root',
    '-U',
    uuid,
    '-E',
    `hash_seed=${uuid},root_owner=0:0`,
    path,
  ]
  await run('mke2fs', args, { env: { PATH: searchPath, SOURCE_DATE_EPOCH: '1', E2FSPROGS_FAKE_TIME: '1' } })
}

const writeAt = async (path: string, offset: number, bytes: Uint8Array): Promise<void> => {
  await using file = await open(path, 'r+')
  await file.write(bytes, 0, bytes.length, offset)
}
