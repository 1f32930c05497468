import { glob, readFile } from 'node:fs/promises'
import { UserError } from '@nimbo/kernel/user-error'
import { run } from './run.ts'

/** A program, and the Debian package that contains it. */
export interface NeededProgram {
  /** Its path; `*` matches any version. */
  readonly program: string
  readonly packageName: string
}

/** Needed for real servers with plain QEMU, as any user. */
const neededByQemu: readonly NeededProgram[] = [
  { program: '/usr/bin/qemu-system-x86_64', packageName: 'qemu-system-x86' },
  { program: '/usr/bin/qemu-img', packageName: 'qemu-utils' },
]

/** Needed for real servers on real networks. */
const needed: readonly NeededProgram[] = [
  { program: '/usr/sbin/libvirtd', packageName: 'libvirt-daemon' },
  {
    program: '/usr/lib/x86_64-linux-gnu/libvirt/connection-driver/libvirt_driver_qemu.so',
    packageName: 'libvirt-daemon-driver-qemu',
  },
  { program: '/etc/libvirt/libvirtd.conf', packageName: 'libvirt-daemon-system' },
  ...neededByQemu,
  { program: '/usr/sbin/nft', packageName: 'nftables' },
  { program: '/usr/sbin/dnsmasq', packageName: 'dnsmasq-base' },
  { program: '/usr/sbin/ip', packageName: 'iproute2' },
  // Formats ephemeral disks, and writes files into root disks.
  { program: '/usr/sbin/debugfs', packageName: 'e2fsprogs' },
  // Hashes passwords that are written into root disks.
  { program: '/usr/bin/openssl', packageName: 'openssl' },
  // For encrypted volumes: qemu-img formats those more slowly, and LUKS version 2 not at all.
  { program: '/usr/sbin/cryptsetup', packageName: 'cryptsetup-bin' },
]

const installTimeoutMs = 15 * 60_000

const exists = async (pattern: string): Promise<boolean> => {
  for await (const _ of glob(pattern)) return true
  return false
}

/** The packages of these programs that are missing on the machine whose root directory this is, by default this one. */
export const missingAmong = async (
  wanted: readonly NeededProgram[],
  root = '',
): Promise<readonly string[]> => {
  const found = await Promise.all(
    wanted.map(
      async ({ program }) =>
        (await exists(root + program)) || (await exists(root + program.replace('/usr/sbin/', '/sbin/'))),
    ),
  )
  return wanted.filter((_, index) => !found[index]).map(({ packageName }) => packageName)
}

/** The missing packages of real servers with libvirt. */
export const missingPackages = (root?: string): Promise<readonly string[]> => missingAmong(needed, root)

/** Like {@link missingPackages}, for servers with plain QEMU. */
export const missingForQemu = (): Promise<readonly string[]> => missingAmong(neededByQemu)

/** The command that installs them. */
export const installCommand = (packages: readonly string[]): string =>
  `apt-get install --yes --no-install-recommends ${packages.join(' ')}`

/** Whether this process may install packages: root on Debian or Ubuntu. */
export const canInstall = async (): Promise<boolean> => {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return process.getuid?.() === 0 && /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release)
}

/** Installs Debian packages; throws with apt's last line of output on failure. */
export const installPackages = async (packages: readonly string[]): Promise<void> => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (args: readonly string[]) => run('apt-get', args, { timeoutMs: installTimeoutMs, env })
  await apt(['update', '--quiet'])
  const { code, stderr } = await apt(['install', '--yes', '--no-install-recommends', '--quiet', ...packages])
  if (code !== 0) {
    const reason = stderr.trim().split('\n').at(-1) ?? ''
    throw new UserError(`could not install ${packages.join(' ')}: ${reason}`)
  }
}
