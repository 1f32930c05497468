import { join } from 'node:path'
import { type ServerPaths, serverPaths } from '@nimbo/local-guests/server-paths'

/** The paths of a guest's files besides its disks. Sockets are names without a directory: QEMU runs in the guest's directory. */
export interface GuestPaths extends ServerPaths {
  /** This driver's record of the guest; a guest exists if it has one. */
  readonly record: string
  /** QEMU writes its process id there, before its monitor accepts connections. */
  readonly pidFile: string
  /** QEMU's error output. */
  readonly log: string
  /** The memory of a suspended guest. */
  readonly memory: string
  /** The guest's part of the ssh configuration. */
  readonly sshConfig: string
  /** The guest's ssh host key. */
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
