import { readFile } from 'node:fs/promises'

/** A process of this machine, told from a later one with the same number. */
export interface RunningProcess {
  readonly pid: number
  /** When it began, as the kernel counts it: ticks since the machine booted. */
  readonly startTime: string
}

/** Z: ended, though nobody has asked yet how; X: all but gone. */
const endedStates = ['Z', 'X']

/** Field 22 of `/proc/PID/stat`; undefined when no such process runs. */
const startTimeOf = async (pid: number): Promise<string | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const [state = '', ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return endedStates.includes(state) ? undefined : fields[18]
}

/** The process that has this number now, if one runs. */
export const runningProcess = async (pid: number): Promise<RunningProcess | undefined> => {
  const startTime = await startTimeOf(pid)
  return startTime === undefined ? undefined : { pid, startTime }
}

/** Whether it is still that very process that has the number. */
export const stillRuns = async ({ pid, startTime }: RunningProcess): Promise<boolean> =>
  (await startTimeOf(pid)) === startTime
