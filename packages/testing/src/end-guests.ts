import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/** The command line of a process; empty if it has ended meanwhile. */
const commandOf = async (pid: number): Promise<readonly string[]> =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')

/** Kills the QEMU processes whose command line contains a path in `directory`; no other guests can belong to it. */
export const endGuests = async (directory: string): Promise<void> => {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  for (const pid of pids) {
    const [program = '', ...words] = await commandOf(pid)
    if (!basename(program).startsWith('qemu-system-')) continue
    if (words.some((word) => word.includes(`${directory}/`))) kill(pid)
  }
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
