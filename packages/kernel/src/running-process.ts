import { readFile } from 'node:fs/promises'

/** Identifies a process, even if its pid is reused later. */
export interface RunningProcess {
  readonly pid: number
  /** Its start time in clock ticks since boot. */
  readonly startTime: string
}

/** Z: zombie; X: dead. */
const endedStates = ['Z', 'X']

/** Field 22 of `/proc/PID/stat`; undefined when no such process runs. */
const startTimeOf = async (pid: number): Promise<string | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const [state = '', ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return endedStates.includes(state) ? undefined : fields[18]
}

/** The process with this pid, if it runs. */
export const runningProcess = async (pid: number): Promise<RunningProcess | undefined> => {
  const startTime = await startTimeOf(pid)
  return startTime === undefined ? undefined : { pid, startTime }
}

/** Whether the same process still has the pid. */
export const stillRuns = async ({ pid, startTime }: RunningProcess): Promise<boolean> =>
  (await startTimeOf(pid)) === startTime
