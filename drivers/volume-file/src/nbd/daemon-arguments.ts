/** Where guests connect: a socket on this host, or a port, which is encrypted unless `tls` is left out. */
export type NbdListener =
  | { readonly type: 'unix' }
  | {
      readonly type: 'inet'
      readonly address: string
      readonly port: number
      readonly tls?: { readonly directory: string }
    }

/** Names without a directory: the daemon runs in its own, and paths of Unix sockets are limited in length. */
export const names = {
  monitor: 'monitor.sock',
  nbd: 'nbd.sock',
  pid: 'pid',
  lock: 'lock',
  log: 'log',
} as const

/** The maximum number of connections, of which each guest has one per volume; QEMU's default is 100. */
const mostConnections = 65_536

/** How long, in seconds, to wait for the lock: a daemon that was just killed holds it until it has ended. */
const lockSeconds = '10'

const json = (option: string, value: object): readonly string[] => [option, JSON.stringify(value)]

/** Refuses clients without a certificate of the same CA. The files in the directory have QEMU's names. */
const credentials = (dir: string): readonly string[] =>
  json('--object', {
    ...{ 'qom-type': 'tls-creds-x509', id: 'tls', dir, endpoint: 'server', 'verify-peer': true },
  })

/**
 * The command that starts a daemon in its directory. It holds a lock as long as it runs, since a second daemon would take the
 * sockets of the first.
 */
export const daemonCommand = (listener: NbdListener): readonly [string, ...string[]] => {
  const tls = listener.type === 'inet' ? listener.tls : undefined
  const addr =
    listener.type === 'unix'
      ? { type: 'unix', path: names.nbd }
      : { type: 'inet', host: listener.address, port: String(listener.port) }
  return [
    'flock',
    ...['--timeout', lockSeconds, '--no-fork', names.lock, 'qemu-storage-daemon'],
    ...['--chardev', `socket,id=monitor,path=${names.monitor},server=on,wait=off`],
    ...['--monitor', 'chardev=monitor', '--pidfile', names.pid],
    ...(tls === undefined ? [] : credentials(tls.directory)),
    ...json('--nbd-server', {
      ...{ addr, 'max-connections': mostConnections },
      ...(tls === undefined ? {} : { 'tls-creds': 'tls' }),
    }),
  ]
}
