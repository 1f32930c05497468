import { mkdir, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { FakeFailure, type FakeOperation } from './failures.ts'

const lookEveryMs = 20

/** Names of the files that inject faults into fake hosts. */
const fileNames = {
  /** The operation waits while the file exists. */
  hold: (operation: FakeOperation): string => `${operation}.hold`,
  /** The operation fails while the file exists. */
  always: (operation: FakeOperation): string => `${operation}.fail`,
  /** The operation fails once and deletes the file. */
  once: (operation: FakeOperation): string => `${operation}.fail-`,
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Deletes a file; of several concurrent callers, one succeeds. */
const take = (path: string): Promise<boolean> =>
  unlink(path).then(
    () => true,
    () => false,
  )

/**
 * Applies the fault files of a directory to an operation: waits, throws {@link FakeFailure}, or does nothing. Hosts in several
 * processes can share the directory; it need not exist.
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

/** Injects faults into fake hosts from other processes. */
export interface FaultFiles {
  /** Makes an operation fail: the next `times` calls on any host, or all. */
  failOn(operation: FakeOperation, options?: { readonly times?: number }): Promise<void>
  /** Makes an operation wait until the returned function is called. */
  hold(operation: FakeOperation): Promise<() => Promise<void>>
  /** Removes all faults. */
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
