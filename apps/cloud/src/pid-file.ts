import { readFile, rm, writeFile } from 'node:fs/promises'

/** What `nimbo.pid` says of the cloud that runs on a state directory. */
export interface Running {
  readonly pid: number
  /** When the process began, as the kernel counts it: tells it from a later process with the same number. */
  readonly startTime: string
  readonly url: string
}

/** Clock ticks between boot and the start of a process (field 22 of `/proc/PID/stat`); undefined when there is none. */
const startTimeOf = async (pid: number): Promise<string | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}

export const writePidFile = async (file: string, url: string): Promise<void> => {
  const running: Running = { pid: process.pid, startTime: (await startTimeOf(process.pid)) ?? '', url }
  await writeFile(file, `${running.pid}\n${running.startTime}\n${running.url}\n`)
}

export const removePidFile = (file: string): Promise<void> => rm(file, { force: true })

/** The cloud that a pid file names, if that very process still lives. */
export const runningFrom = async (file: string): Promise<Running | undefined> => {
  const [pid = '', startTime = '', url = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  if (!/^\d+$/.test(pid) || (await startTimeOf(Number(pid))) !== startTime) return undefined
  return { pid: Number(pid), startTime, url }
}
