import { join } from 'node:path'
import { type ServerPaths, serverPaths } from '@nimbo/local-guests/server-paths'

/** Where one guest's files are, beside its disks. Sockets have names without a directory: QEMU runs in the guest's own. */
export interface GuestPaths extends ServerPaths {
  /** What this driver knows of the guest; it counts as known here when this is there. */
  readonly record: string
  /** QEMU writes its number there, before anybody can talk to it. */
  readonly pidFile: string
  /** What QEMU complains of. */
  readonly log: string
  /** The memory of a guest that is suspended. */
  readonly memory: string
  /** How `ssh` gets to it. */
  readonly sshConfig: string
  /** The key by which `ssh` knows it again. */
  readonly knownHosts: string
}

export const monitorSocket = 'qmp.sock'
export const memorySocket = 'memory.sock'
export const pidFileName = 'qemu.pid'
export const consoleLogName = 'console.log'

export const guestPaths = (instancesDir: string, id: string): GuestPaths => {
  const paths = serverPaths(instancesDir, id)
  const at = (name: string) => join(paths.directory, name)
  return {
    ...paths,
    record: at('guest.json'),
    pidFile: at(pidFileName),
    log: at('qemu.log'),
    memory: at('memory'),
    sshConfig: at('ssh_config'),
    knownHosts: at('known_hosts'),
  }
}
