import { readFile } from 'node:fs/promises'

/** The kernel counts processor time in hundredths of a second. */
const msPerTick = 10

const processorMsOf = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return msPerTick * (Number(fields[11]) + Number(fields[12]))
}

/** The processor time of these processes since their start, in milliseconds. */
export const processorMs = async (pids: readonly number[]): Promise<number> =>
  (await Promise.all(pids.map(processorMsOf))).reduce((sum, ms) => sum + ms, 0)
