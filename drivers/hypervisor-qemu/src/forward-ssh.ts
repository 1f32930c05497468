import type { Vif } from '@nimbo/compute/driver/hypervisor'
import type { QmpConnection } from '@nimbo/qmp/connection'
import { read } from '@nimbo/qmp/reading'
import { netdevId, reachedBy } from './user-network.ts'

/** The host itself: nobody elsewhere gets to the guest by this. */
const listensAt = '127.0.0.1'
const sshPort = 22

/** What QEMU's monitor for people answers; to what it did there is nothing to say. */
const human = async (qmp: QmpConnection, line: string): Promise<string> =>
  read.text(await qmp.execute('human-monitor-command', { 'command-line': line }), 'an answer').trim()

/** A line of `info usernet`: `TCP[HOST_FORWARD]  11  127.0.0.1 36119  10.0.0.77  22  0  0`. */
export const forwardedPort = (told: string, address: string): number | undefined => {
  for (const line of told.split('\n')) {
    const [kind, , , port, to, toPort] = line.trim().split(/\s+/)
    if (kind === 'TCP[HOST_FORWARD]' && to === address && toPort === String(sshPort)) return Number(port)
  }
  return undefined
}

/**
 * How `ssh` is told of a guest. Another guest may have had the port before, so its key goes by the guest's own name, and is kept
 * among the guest's files: nobody has seen it before the guest made it, and it ends with the guest.
 */
export const sshConfig = (id: string, port: number, knownHosts: string): string =>
  [
    `Host ${id}`,
    `  HostName ${listensAt}`,
    `  Port ${port}`,
    `  HostKeyAlias ${id}`,
    `  UserKnownHostsFile "${knownHosts}"`,
    '  StrictHostKeyChecking accept-new',
    '',
  ].join('\n')

/**
 * Has a port of this host lead to the guest's 22: the one it had, if that is still free. QEMU chooses and listens itself, so
 * that nobody takes the port in between. Undefined for a guest without an address of IPv4.
 */
export const forwardSsh = async (
  qmp: QmpConnection,
  vifs: readonly Vif[],
  before: number | undefined,
): Promise<number | undefined> => {
  const reached = reachedBy(vifs)
  if (reached === undefined) return undefined
  const { vif, address } = reached
  for (const wanted of before === undefined ? [0] : [before, 0]) {
    const rule = `tcp:${listensAt}:${wanted}-${address}:${sshPort}`
    if ((await human(qmp, `hostfwd_add ${netdevId(vif)} ${rule}`)) === '') break
  }
  return forwardedPort(await human(qmp, 'info usernet'), address)
}
