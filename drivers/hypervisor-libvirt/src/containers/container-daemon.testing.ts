import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '@nimbo/local-guests/run-command'
import { eventually } from '@nimbo/testing/eventually'
import { startDaemon, stopDaemon } from '../daemon.ts'
import { listens } from '../listens.ts'

const mountWithinMs = 10_000

/** Libvirt cannot start containers where both versions of control groups are mounted. */
const withoutSecondCgroups = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec libvirtd "$@"'

/**
 * A libvirtd for containers, on a socket of its own. It has a mount namespace without the second version of control groups, in
 * which later mounts below `directory` appear, too.
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
      ...['--mount', '--propagation', 'slave', 'sh', '-c', withoutSecondCgroups, 'sh'],
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
