import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningProcess, runningProcess, stillRuns } from '@nimbo/kernel/running-process'

/** What the pid file says of the cloud that runs on a state directory. */
export interface Running extends RunningProcess {
  /** Undefined while it starts. */
  readonly url: string | undefined
}

const pidFileIn = (stateDir: string): string => join(stateDir, 'nimbo.pid')

/** Says that this process runs, and where it answers once it does. Whoever reads sees the old words or the new ones. */
export const writePidFile = async (stateDir: string, url = ''): Promise<void> => {
  const file = pidFileIn(stateDir)
  const { startTime = '' } = (await runningProcess(process.pid)) ?? {}
  await writeFile(`${file}.new`, `${process.pid}\n${startTime}\n${url}\n`)
  await rename(`${file}.new`, file)
}

export const removePidFile = (stateDir: string): Promise<void> => rm(pidFileIn(stateDir), { force: true })

/** The cloud that runs on a state directory by what its pid file says, if that very process still lives. */
export const runningOn = async (stateDir: string): Promise<Running | undefined> => {
  const told = await readFile(pidFileIn(stateDir), 'utf8').catch(() => '')
  const [pid = '', startTime = '', url = ''] = told.split('\n')
  if (!/^\d+$/.test(pid)) return undefined
  const running = { pid: Number(pid), startTime, url: url === '' ? undefined : url }
  return (await stillRuns(running)) ? running : undefined
}
