import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningProcess, runningProcess, stillRuns } from '@nimbo/kernel/running-process'

/** The contents of the pid file of a running cloud. */
export interface Running extends RunningProcess {
  /** Undefined while the cloud starts. */
  readonly url: string | undefined
}

const pidFileIn = (stateDir: string): string => join(stateDir, 'nimbo.pid')

/** Writes this process's id, and its URL once it serves requests. The file is replaced atomically. */
export const writePidFile = async (stateDir: string, url = ''): Promise<void> => {
  const file = pidFileIn(stateDir)
  const { startTime = '' } = (await runningProcess(process.pid)) ?? {}
  await writeFile(`${file}.new`, `${process.pid}\n${startTime}\n${url}\n`)
  await rename(`${file}.new`, file)
}

export const removePidFile = (stateDir: string): Promise<void> => rm(pidFileIn(stateDir), { force: true })

/** The cloud that runs on a state directory according to its pid file, if that very process still runs. */
export const runningOn = async (stateDir: string): Promise<Running | undefined> => {
  const told = await readFile(pidFileIn(stateDir), 'utf8').catch(() => '')
  const [pid = '', startTime = '', url = ''] = told.split('\n')
  if (!/^\d+$/.test(pid)) return undefined
  const running = { pid: Number(pid), startTime, url: url === '' ? undefined : url }
  return (await stillRuns(running)) ? running : undefined
}
