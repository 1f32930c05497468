import { readFile, writeFile } from 'node:fs/promises'

/** The resident memory of a process (`VmRSS`), or its peak since `forgetPeak` (`VmHWM`), in MiB. */
export const memoryOf = async (pid: number | 'self', field: 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

export const forgetPeak = (pid: number | 'self'): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5')
