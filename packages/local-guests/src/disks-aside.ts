import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid, type ServerId } from '@nimbo/kernel/ids'
import { type Turns, turns } from '@nimbo/kernel/turns'
import { convertDisk } from './convert-disk.ts'
import type { DisksAside } from './guest-order.ts'
import { serverPaths } from './server-paths.ts'
import { isTpmFile } from './tpm-file.ts'

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

const moves = (name: string): boolean => /^disk(\.eph\d+|\.swap)?$/.test(name) || isTpmFile(name)

const flatName = 'whole.qcow2'

/** Removes the flattened root disk from a directory, finished or not. Idempotent. */
export const dropFlattened = async (directory: string): Promise<void> => {
  for (const name of [flatName, `${flatName}.part`]) await rm(join(directory, name), { force: true })
}

/** Flattens the root disk in a directory unless that was done before. Resolves to the path of the result. */
const flatten = async (directory: string): Promise<string> => {
  const flat = join(directory, flatName)
  if ((await readdir(directory)).includes(flatName)) return flat
  const unfinished = `${flat}.part`
  await rm(unfinished, { force: true })
  await convertDisk(['-f', 'qcow2', '-O', 'qcow2', '--', join(directory, 'disk'), unfinished])
  await rename(unfinished, flat)
  return flat
}

/** The disks in a directory, and the state of a TPM. The root disk is an overlay on this host's image cache, so it is flattened at the first read. */
const disksIn = (directory: string, flattening: Turns<string>): DisksAside => {
  const pathOf = async (name: string): Promise<string> => {
    if (!moves(name)) throw new TypeError(`not a disk of a server: ${name}`)
    if (name !== 'disk') return join(directory, name)
    return flattening.run(directory, () => flatten(directory))
  }
  return {
    list: async () => {
      const names = (await readdir(directory)).filter(moves)
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

/**
 * Returns a function that gives the disks kept for a server. Only one reader of a server's disks flattens at a time: the other host
 * asks again when its call has timed out, and would take an unfinished copy for a complete one.
 */
export const disksAsideIn = (instancesDir: string): ((id: ServerId) => DisksAside) => {
  const flattening = turns<string>()
  return (id) => disksIn(asideDirectory(instancesDir, id), flattening)
}
