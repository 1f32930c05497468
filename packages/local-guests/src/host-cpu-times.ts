import { readFile } from 'node:fs/promises'

/** The unit of the kernel's CPU times on all Linux systems supported by Node, in nanoseconds. */
const tickNs = 10_000_000

/**
 * How long the CPUs of this host, summed up, have been in each state since it booted, in nanoseconds, and their frequency in MHz
 * (0 if the kernel does not tell). Guests count as users; interrupts count as the kernel, as in libvirt.
 */
export const hostCpuTimes = async (proc = '/proc') => {
  const [summed = ''] = (await readFile(`${proc}/stat`, 'utf8')).split('\n')
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0] = summed
    .split(/\s+/)
    .slice(1)
    .map((ticks) => Number(ticks) * tickNs)
  const described = await readFile(`${proc}/cpuinfo`, 'utf8')
  const mhz = /^cpu MHz\s*:\s*([0-9.]+)/m.exec(described)?.[1]
  return {
    user: user + nice,
    kernel: system + irq + softirq,
    idle,
    iowait,
    frequency: Math.round(Number(mhz ?? 0)),
  }
}
