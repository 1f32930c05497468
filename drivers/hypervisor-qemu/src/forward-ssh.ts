import type { Vif } from '@nimbo/compute/driver/hypervisor'
import type { QmpConnection } from '@nimbo/qmp/connection'
import { read } from '@nimbo/qmp/reading'
import { netdevId, reachedBy } from './user-network.ts'

/** Only the host itself can connect to the forwarded port. */
const listensAt = '127.0.0.1'
const sshPort = 22

/** Runs a command of QEMU's human monitor; the output is empty on success. */
const human = async (qmp: QmpConnection, line: string): Promise<string> =>
  read.text(await qmp.execute('human-monitor-command', { 'command-line': line }), 'an answer').trim()

/** Finds the forwarded port in `info usernet`: `TCP[HOST_FORWARD] 11 127.0.0.1 36119 10.0.0.77 22 0 0`. */
export const forwardedPort = (told: string, address: string): number | undefined => {
  for (const line of told.split('\n')) {
    const [kind, , , port, to, toPort] = line.trim().split(/\s+/)
    if (kind === 'TCP[HOST_FORWARD]' && to === address && toPort === String(sshPort)) return Number(port)
  }
  return undefined
}

/**
 * The ssh configuration of a guest. Another guest may have had the port before, so the host key is stored under the guest's own
 * id, in its directory. A new key is accepted, since no guest before had this id, and the file is deleted with the guest.
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
 * Forwards a port of this host to the guest's port 22: the previous port if it is free. QEMU itself chooses the port and listens,
 * which avoids races. Returns undefined for a guest without an IPv4 address.
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
