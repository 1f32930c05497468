import { loadavg, uptime } from 'node:os'
import type { Clock } from '@nimbo/kernel/clock'

const two = (count: number): string => String(count).padStart(2, '0')

/** How long this machine has been up, in the format of the command `uptime`, which clients parse. */
export const hostUptime = (clock: Pick<Clock, 'now'>): string => {
  const now = new Date(clock.now())
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(':')
  const minutes = Math.floor(uptime() / 60)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  const span = `${days > 0 ? `${days} day${days === 1 ? '' : 's'}, ` : ''}${hours}:${two(minutes % 60)}`
  const load = loadavg()
    .map((value) => value.toFixed(2))
    .join(', ')
  return ` ${time} up ${span},  0 users,  load average: ${load}`
}
