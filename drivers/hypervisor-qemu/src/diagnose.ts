import { readFile } from 'node:fs/promises'
import { type as hostOs } from 'node:os'
import type { DiagnosesServers, Diagnostics } from '@nimbo/compute/driver/diagnostics'
import { read } from '@nimbo/qmp/reading'
import { volumeDiskId } from './disk-devices.ts'
import type { DriverDeps } from './driver-deps.ts'
import type { LiveGuest } from './guests.ts'

/** The unit of the kernel's CPU times on all Linux systems supported by Node. */
const ticksASecond = 100
const mebibyte = 1024 ** 2

/** The CPU time of a thread: fields 14 and 15 of its `stat`. */
const threadNs = async (pid: number, thread: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8')
  const [, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[10]) + Number(fields[11])) * 1e9) / ticksASecond
}

const uptimeOf = async ({ process: { startTime } }: LiveGuest): Promise<number> => {
  const [sinceBoot = ''] = (await readFile('/proc/uptime', 'utf8')).split(' ')
  return Math.max(0, Math.floor(Number(sinceBoot) - Number(startTime) / ticksASecond))
}

const disksOf = async ({ qmp }: LiveGuest): Promise<Diagnostics['disks']> =>
  read.list(await qmp.execute('query-blockstats'), 'disks').flatMap((one) => {
    const { qdev, stats } = read.object(one, 'a disk')
    if (typeof qdev !== 'string') return []
    const counted = read.object(stats, 'stats')
    const count = (name: string) => read.number(counted[name], name)
    return [
      {
        device: qdev.split('/').find((part) => /^(disk|vol)-/.test(part)) ?? qdev,
        readBytes: count('rd_bytes'),
        readRequests: count('rd_operations'),
        writeBytes: count('wr_bytes'),
        writeRequests: count('wr_operations'),
        errors: count('failed_rd_operations') + count('failed_wr_operations'),
      },
    ]
  })

const cpusOf = async ({ qmp, process: { pid } }: LiveGuest): Promise<Diagnostics['cpus']> =>
  Promise.all(
    read.list(await qmp.execute('query-cpus-fast'), 'cpus').map(async (one) => {
      const cpu = read.object(one, 'a cpu')
      const thread = read.number(cpu['thread-id'], 'thread-id')
      return { id: read.number(cpu['cpu-index'], 'cpu-index'), timeNs: await threadNs(pid, thread) }
    }),
  )

/** Statistics of a guest from QEMU and the kernel. QEMU has none for interfaces, so none are listed. */
export const diagnosesServers = ({ guests, virtType }: DriverDeps): DiagnosesServers => ({
  volumeCounts: async (id, volumeIds) => {
    const disks = await disksOf(await guests.get(id))
    return volumeIds.flatMap((volumeId) => {
      const disk = disks.find(({ device }) => device === volumeDiskId(volumeId))
      if (disk === undefined) return []
      const { readRequests: reads, readBytes, writeRequests: writes, writeBytes } = disk
      return [{ volumeId, reads, readBytes, writes, writeBytes }]
    })
  },
  diagnostics: async (id) => {
    const guest = await guests.get(id)
    const memory = read.object(await guest.qmp.execute('query-memory-size-summary'), 'memory')
    const balloon = read.object(await guest.qmp.execute('query-balloon'), 'balloon')
    return {
      driver: 'qemu',
      hypervisor: await virtType(),
      hypervisorOs: hostOs().toLowerCase(),
      uptimeSeconds: await uptimeOf(guest),
      memory: {
        maximumMb: Math.round(read.number(memory['base-memory'], 'base-memory') / mebibyte),
        usedMb: Math.round(read.number(balloon.actual, 'actual') / mebibyte),
      },
      cpus: await cpusOf(guest),
      nics: [],
      disks: await disksOf(guest),
    }
  },
})
