import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the pid file says of the cloud that runs on a state directory. */
export interface Running {
  readonly pid: number
  /** When the process began, as the kernel counts it: tells it from a later process with the same number. */
  readonly startTime: string
  /** Undefined while it starts. */
  readonly url: string | undefined
}

const pidFileIn = (stateDir: string): string => join(stateDir, 'nimbo.pid')

/** Z: ended, though nobody has asked yet how; X: all but gone. */
const endedStates = ['Z', 'X']

/** Clock ticks between boot and the start of a process (field 22 of `/proc/PID/stat`); undefined when it does not run. */
const startTimeOf = async (pid: number): Promise<string | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const [state = '', ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return endedStates.includes(state) ? undefined : fields[18]
}

/** Says that this process runs, and where it answers once it does. Whoever reads sees the old words or the new ones. */
export const writePidFile = async (stateDir: string, url = ''): Promise<void> => {
  const file = pidFileIn(stateDir)
  await writeFile(`${file}.new`, `${process.pid}\n${(await startTimeOf(process.pid)) ?? ''}\n${url}\n`)
  await rename(`${file}.new`, file)
}

export const removePidFile = (stateDir: string): Promise<void> => rm(pidFileIn(stateDir), { force: true })

/** Whether it is still that very process that has the number. */
export const stillRuns = async ({ pid, startTime }: Running): Promise<boolean> =>
  (await startTimeOf(pid)) === startTime

/** The cloud that runs on a state directory by what its pid file says, if that very process still lives. */
export const runningOn = async (stateDir: string): Promise<Running | undefined> => {
  const told = await readFile(pidFileIn(stateDir), 'utf8').catch(() => '')
  const [pid = '', startTime = '', url = ''] = told.split('\n')
  if (!/^\d+$/.test(pid)) return undefined
  const running = { pid: Number(pid), startTime, url: url === '' ? undefined : url }
  return (await stillRuns(running)) ? running : undefined
}
