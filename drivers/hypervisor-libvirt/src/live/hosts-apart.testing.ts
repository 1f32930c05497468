import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { listFlags } from '@nimbo/libvirt/flags'
import { openLibvirt } from '@nimbo/libvirt/open-libvirt'
import { procedures } from '@nimbo/libvirt/procedures'
import { runCommand } from '@nimbo/local-guests/run-command'
import { listens } from '../listens.ts'

/** A host with its own libvirtd in its own mount, network and UTS namespaces. */
export interface HostApart {
  readonly name: string
  readonly socketPath: string
  /** Its directory of the state of TPMs, by a path of this process. */
  readonly swtpmDir: string
  /** Its address in the network that connects the hosts. */
  readonly address: string
  /** Runs a program in its network namespace. */
  run(program: string, ...args: readonly string[]): Promise<string>
  /** Connects this process to the network of the hosts, under an address of its own, until the host ends. */
  join(address: string): Promise<void>
  end(): Promise<void>
}

/** The directories in which libvirt has files with any configuration. */
const places = ['/run/libvirt', '/var/lib/libvirt', '/var/log/libvirt', '/var/cache/libvirt', '/etc/libvirt']

/**
 * Each of these directories is private to the host; virtlogd writes consoles and ends with libvirtd, which in the end replaces
 * the shell process.
 */
const script = (directory: string, name: string): string =>
  [
    `set -e; hostname ${name}; ip link set lo up`,
    ...places.map((place, index) => `mkdir -p ${place}; mount --bind ${directory}/${index} ${place}`),
    `mkdir -p /etc/libvirt/qemu; setpriv --pdeathsig TERM virtlogd --pid-file ${directory}/virtlogd.pid &`,
    `exec libvirtd --listen --config ${directory}/libvirtd.conf --pid-file ${directory}/libvirtd.pid`,
  ].join('\n')

const config = (directory: string, uuid: string): string =>
  [
    `unix_sock_dir = "${directory}"`,
    ...['unix_sock_rw_perms = "0700"', 'auth_unix_rw = "none"'],
    // TCP without authentication is safe: only the other host is in this network.
    ...['listen_tls = 0', 'listen_tcp = 1', 'auth_tcp = "none"', 'listen_addr = "0.0.0.0"'],
    `host_uuid = "${uuid}"`,
    '',
  ].join('\n')

/** Guests outlive their libvirtd, so those left by a test are ended first. */
const endGuests = async (socketPath: string): Promise<void> => {
  const connection = await openLibvirt({ socketPath, uri: 'qemu:///system', timeoutMs: 20_000 })
  const running = { needResults: 1, flags: listFlags.active }
  const { domains } = await connection.call(procedures.connectListAllDomains, running)
  for (const domain of domains) await connection.call(procedures.domainDestroyFlags, { domain, flags: 0 })
  await connection.close()
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.kill('SIGTERM')
  const give = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await gone.finally(() => clearTimeout(give))
}

interface StartedHost {
  readonly name: string
  readonly uuid: string
  readonly address: string
  readonly bridge: string
  readonly qemuConf: string
}

const startHost = async (
  directory: string,
  { name, uuid, address, bridge, qemuConf }: StartedHost,
): Promise<HostApart & { readonly pid: number }> => {
  for (const [index] of places.entries()) await mkdir(join(directory, String(index)), { recursive: true })
  await writeFile(join(directory, String(places.indexOf('/etc/libvirt')), 'qemu.conf'), qemuConf)
  await writeFile(join(directory, 'libvirtd.conf'), config(directory, uuid))
  const log = await open(join(directory, 'log'), 'a')
  const apart = ['--mount', '--net', '--uts', 'sh', '-c', script(directory, name)]
  const [program, words] = endingWithParent('TERM', 'unshare', apart)
  const child = spawn(program, words, { stdio: ['ignore', log.fd, log.fd] })
  await log.close()
  const socketPath = join(directory, 'libvirt-sock')
  const until = Date.now() + 30_000
  while (!(await listens(socketPath))) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`no libvirtd of host ${name}: see ${join(directory, 'log')}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const pid = child.pid ?? 0
  const run: HostApart['run'] = (what, ...args) =>
    runCommand('nsenter', ['--target', String(pid), '--net', what, ...args], 10_000)
  return {
    ...{ name, socketPath, address, pid, run },
    swtpmDir: join(directory, String(places.indexOf('/var/lib/libvirt')), 'swtpm'),
    join: async (own) => {
      const [near, far] = [`${bridge}-in`, `${bridge}-out`]
      const link = ['link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', String(pid)]
      await runCommand('ip', link, 10_000)
      await runCommand('ip', ['address', 'add', `${own}/24`, 'dev', near], 10_000)
      await runCommand('ip', ['link', 'set', near, 'up'], 10_000)
      await run('ip', 'link', 'set', far, 'master', bridge, 'up')
    },
    end: async () => {
      await endGuests(socketPath)
      await ended(child)
    },
  }
}

/**
 * Creates two hosts, each with a bridge of the same name; both bridges are connected to one network, through which the hosts also
 * reach each other. `qemuConf` is the configuration of libvirt's QEMU driver, instead of this machine's.
 */
export const twoHostsApart = async (
  directory: string,
  bridge: string,
  qemuConf = '',
): Promise<readonly [HostApart, HostApart]> => {
  const common = { bridge, qemuConf }
  const [one, other] = await Promise.all([
    startHost(join(directory, 'a'), {
      ...{ ...common, name: 'host-a', uuid: '11111111-1111-4111-8111-111111111111', address: '10.99.0.1' },
    }),
    startHost(join(directory, 'b'), {
      ...{ ...common, name: 'host-b', uuid: '22222222-2222-4222-8222-222222222222', address: '10.99.0.2' },
    }),
  ])
  await one.run(
    'ip',
    'link',
    'add',
    'between',
    'type',
    'veth',
    'peer',
    'name',
    'between',
    'netns',
    String(other.pid),
  )
  for (const host of [one, other]) {
    await host.run('ip', 'link', 'add', bridge, 'type', 'bridge')
    await host.run('ip', 'link', 'set', 'between', 'master', bridge, 'up')
    await host.run('ip', 'address', 'add', `${host.address}/24`, 'dev', bridge)
    await host.run('ip', 'link', 'set', bridge, 'up')
  }
  return [one, other]
}
