import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DisksAside } from './guest-order.ts'
import { isUuid, type ServerId } from '@nimbo/kernel/ids'
import { runCommand } from './run-command.ts'
import { serverPaths } from './server-paths.ts'

const suffix = '_resize'

/** The directory of disks kept during a move; no server's directory has such a name. */
export const asideDirectory = (instancesDir: string, id: string): string =>
  `${serverPaths(instancesDir, id).directory}${suffix}`

/** Servers with kept disks. */
export const serversAside = async (instancesDir: string): Promise<readonly ServerId[]> =>
  (await readdir(instancesDir))
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .filter(isUuid) as ServerId[]

const diskNames = /^disk(\.eph\d+|\.swap)?$/

/** Long enough to copy a large disk. */
const flattenWithinMs = 1_800_000

/** The disks in a directory. The root disk is an overlay on this host's image cache, so it is flattened at the first read. */
export const disksIn = (directory: string): DisksAside => {
  const pathOf = async (name: string): Promise<string> => {
    if (!diskNames.test(name)) throw new TypeError(`not a disk of a server: ${name}`)
    if (name !== 'disk') return join(directory, name)
    const flat = join(directory, 'whole.qcow2')
    if ((await readdir(directory)).includes('whole.qcow2')) return flat
    const unfinished = `${flat}.part`
    await rm(unfinished, { force: true })
    const args = ['convert', '-f', 'qcow2', '-O', 'qcow2', '--', join(directory, name), unfinished]
    await runCommand('qemu-img', args, flattenWithinMs)
    await rename(unfinished, flat)
    return flat
  }
  return {
    list: async () => {
      const names = (await readdir(directory)).filter((name) => diskNames.test(name))
      return Promise.all(names.map(async (name) => ({ name, bytes: (await stat(await pathOf(name))).size })))
    },
    read: async (name, offset, length) => {
      await using file = await open(await pathOf(name), 'r')
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset)
      const piece = buffer.subarray(0, bytesRead)
      return piece.every((byte) => byte === 0) ? undefined : piece
    },
  }
}
