import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** By which files a program that runs by itself is found again. */
export interface DaemonFiles {
  /** Named by its command line. */
  readonly config: string
  readonly pid: string
}

const endMs = 2_000
const lookAgainMs = 50

export const textIn = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The process that a pid file names; undefined when it is no more, or is another one by now. */
export const processOf = async ({ pid: pidFile, config }: DaemonFiles): Promise<number | undefined> => {
  const pid = Number(await textIn(pidFile))
  if (!(pid > 1)) return undefined
  const commandLine = await textIn(`/proc/${pid}/cmdline`)
  return commandLine?.includes(config) ? pid : undefined
}

/** Nothing there is a success. */
export const endDaemon = async (files: DaemonFiles): Promise<void> => {
  const pid = await processOf(files)
  if (pid === undefined) return
  process.kill(pid, 'SIGTERM')
  for (let waited = 0; waited < endMs; waited += lookAgainMs) {
    if ((await processOf(files)) === undefined) return
    await wait(lookAgainMs)
  }
  process.kill(pid, 'SIGKILL')
}
