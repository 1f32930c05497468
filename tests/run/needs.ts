import {
  canInstall,
  installPackages,
  missingAmong,
  missingPackages,
  type NeededProgram,
} from '@nimbo/cloud/system-packages'
import { withoutStartingServices } from './without-starting-services.ts'

/** A group of Debian packages that a suite needs. */
export type Need = 'servers' | 'guests' | 'clients' | 'machines' | 'browser' | 'directory' | 'ceph'

const programs: Readonly<Record<Need, readonly NeededProgram[]>> = {
  servers: [
    { program: '/usr/lib/postgresql/*/bin/postgres', packageName: 'postgresql' },
    { program: '/usr/lib/rabbitmq/bin/rabbitmq-server', packageName: 'rabbitmq-server' },
  ],
  /** In addition to what `nimbo up` needs: the tools that build the guest image, and the election among hosts of a router. */
  guests: [
    { program: '/usr/sbin/keepalived', packageName: 'keepalived' },
    { program: '/usr/bin/cpio', packageName: 'cpio' },
    { program: '/usr/bin/swtpm', packageName: 'swtpm' },
    { program: '/usr/bin/swtpm_setup', packageName: 'swtpm-tools' },
    { program: '/usr/share/OVMF/OVMF_CODE_4M.fd', packageName: 'ovmf' },
    { program: '/usr/lib/libvirt/libvirt_lxc', packageName: 'libvirt-daemon-driver-lxc' },
  ],
  clients: [
    { program: '/usr/bin/openstack', packageName: 'python3-openstackclient' },
    { program: '/usr/bin/gnocchi', packageName: 'python3-gnocchiclient' },
    { program: '/usr/bin/heat', packageName: 'python3-heatclient' },
    { program: '/usr/bin/aodh', packageName: 'python3-aodhclient' },
    { program: '/usr/bin/barbican', packageName: 'python3-barbicanclient' },
    { program: '/usr/bin/swift', packageName: 'python3-swiftclient' },
    { program: '/usr/bin/rclone', packageName: 'rclone' },
  ],
  /** The fonts are for screenshots of pages in Chinese. */
  browser: [
    { program: '/usr/bin/chromium', packageName: 'chromium' },
    { program: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', packageName: 'fonts-noto-cjk' },
  ],
  directory: [{ program: '/usr/sbin/slapd', packageName: 'slapd' }],
  ceph: [
    { program: '/usr/bin/ceph-mon', packageName: 'ceph-mon' },
    { program: '/usr/bin/ceph-osd', packageName: 'ceph-osd' },
    { program: '/usr/bin/ceph-mgr', packageName: 'ceph-mgr' },
    { program: '/usr/bin/rbd', packageName: 'ceph-common' },
    { program: '/usr/bin/radosgw', packageName: 'radosgw' },
    { program: '/usr/bin/qemu-img', packageName: 'qemu-utils' },
    { program: '/usr/lib/x86_64-linux-gnu/qemu/block-rbd.so', packageName: 'qemu-block-extra' },
    { program: '/usr/sbin/cryptsetup', packageName: 'cryptsetup-bin' },
  ],
  machines: [{ program: '/usr/sbin/haproxy', packageName: 'haproxy' }],
}

/** The Debian packages of these needs that are not installed on this machine. */
export const missingFor = async (needs: readonly Need[]): Promise<readonly string[]> => [
  ...(needs.includes('guests') ? await missingPackages() : []),
  ...(await missingAmong([...new Set(needs)].flatMap((need) => programs[need]))),
]

/**
 * Installs the missing packages if this process may. If not, the tests that need them are skipped, with the reason in their
 * output.
 */
export const installNeeds = async (needs: readonly Need[]): Promise<void> => {
  const missing = await missingFor(needs)
  if (missing.length === 0 || !(await canInstall())) return
  process.stdout.write(`Installing what the tests need: ${missing.join(' ')}\n`)
  await withoutStartingServices(() => installPackages(missing))
}
