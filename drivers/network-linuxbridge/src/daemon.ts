import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** The files by which a restarted agent finds a daemon it started before. */
export interface DaemonFiles {
  /** Appears in the daemon's command line, so that a reused pid is not mistaken for it. */
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

/** The process that the pid file names; undefined when it has ended, or when another program has its pid now. */
export const processOf = async ({ pid: pidFile, config }: DaemonFiles): Promise<number | undefined> => {
  const pid = Number(await textIn(pidFile))
  if (!(pid > 1)) return undefined
  const commandLine = await textIn(`/proc/${pid}/cmdline`)
  return commandLine?.includes(config) ? pid : undefined
}

/** Succeeds when the daemon is not running. */
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
