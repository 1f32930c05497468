import { mkdir, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { FakeFailure, type FakeOperation } from './failures.ts'

const lookEveryMs = 20

/** Names of the files that make fake hosts misbehave. */
const fileNames = {
  /** The operation waits while it is there. */
  hold: (operation: FakeOperation): string => `${operation}.hold`,
  /** The operation fails while it is there. */
  always: (operation: FakeOperation): string => `${operation}.fail`,
  /** The operation fails once and takes it away. */
  once: (operation: FakeOperation): string => `${operation}.fail-`,
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Of several who want the same file one gets it. */
const take = (path: string): Promise<boolean> =>
  unlink(path).then(
    () => true,
    () => false,
  )

/**
 * Does to an operation what the files of a directory say: waits, throws {@link FakeFailure}, or nothing. Hosts in several
 * processes can share the directory; it need not be there.
 */
export const obeyFaultFiles =
  (directory: string) =>
  async (operation: FakeOperation): Promise<void> => {
    while (await isThere(join(directory, fileNames.hold(operation)))) await pause(lookEveryMs)
    const names = await readdir(directory).catch((): string[] => [])
    if (names.includes(fileNames.always(operation))) throw new FakeFailure(operation)
    const tickets = names.filter((name) => name.startsWith(fileNames.once(operation)))
    for (const name of tickets) if (await take(join(directory, name))) throw new FakeFailure(operation)
  }

/** Tells fake hosts from outside how to misbehave. */
export interface FaultFiles {
  /** Operations fail from now on: the next `times` of them on any host, or all. */
  failOn(operation: FakeOperation, options?: { readonly times?: number }): Promise<void>
  /** Operations wait from now on, until what this gives is called. */
  hold(operation: FakeOperation): Promise<() => Promise<void>>
  /** From now on they behave. */
  clear(): Promise<void>
}

export const faultFiles = (directory: string): FaultFiles => {
  const write = async (name: string): Promise<string> => {
    await mkdir(directory, { recursive: true })
    const path = join(directory, name)
    await writeFile(path, '')
    return path
  }
  return {
    failOn: async (operation, { times } = {}) => {
      if (times === undefined) await write(fileNames.always(operation))
      else for (let time = 1; time <= times; time += 1) await write(`${fileNames.once(operation)}${time}`)
    },
    hold: async (operation) => {
      const path = await write(fileNames.hold(operation))
      return () => rm(path, { force: true })
    },
    clear: () => rm(directory, { recursive: true, force: true }),
  }
}
