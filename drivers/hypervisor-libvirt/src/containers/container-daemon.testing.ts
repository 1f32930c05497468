import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '@nimbo/local-guests/run-command'
import { eventually } from '@nimbo/testing/eventually'
import { startDaemon, stopDaemon } from '../daemon.ts'
import { listens } from '../listens.ts'

const mountWithinMs = 10_000

/**
 * The daemon has the directories of its state to itself, since another libvirtd may run. It has no second version of control
 * groups, beside which libvirt cannot start containers.
 */
const apart = [
  'mkdir -p /run/libvirt /etc/libvirt/lxc',
  'mount -t tmpfs none /run/libvirt',
  'mount -t tmpfs none /etc/libvirt/lxc',
  'umount /sys/fs/cgroup/unified 2>/dev/null',
  'exec libvirtd "$@"',
].join('; ')

/**
 * A libvirtd for containers, on a socket of its own, in a mount namespace in which later mounts below `directory` appear, too.
 */
export const containerDaemon = async (directory: string) => {
  await runCommand('mount', ['--bind', '--', directory, directory], mountWithinMs)
  await runCommand('mount', ['--make-shared', '--', directory], mountWithinMs)
  const sockets = join(directory, 'sockets')
  await mkdir(sockets, { recursive: true })
  const config = join(directory, 'libvirtd.conf')
  await writeFile(
    config,
    `unix_sock_dir = "${sockets}"\nunix_sock_rw_perms = "0700"\nauth_unix_rw = "none"\n`,
  )
  const program = 'unshare'
  const child = await startDaemon({
    ...{ program, directory, endsWithProcess: true },
    args: [
      ...['--mount', '--propagation', 'slave', 'sh', '-c', apart, 'sh'],
      ...['--config', config, '--pid-file', join(directory, 'pid')],
    ],
  })
  const socketPath = join(sockets, 'libvirt-sock')
  await eventually(async () => assert.ok(await listens(socketPath)))
  child.unref()
  return {
    socketPath,
    stop: async () => {
      await stopDaemon(directory, program)
      await runCommand('umount', ['--', directory], mountWithinMs)
    },
  }
}
