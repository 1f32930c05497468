import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { isoImage } from '@nimbo/iso9660/iso-image'
import { messageOf } from '@nimbo/kernel/errors'
import { checkRequiredTools } from './required-tools.ts'
import { run } from './run.ts'
import { tinyImage } from './tiny-image.ts'

const cacheDir = join(import.meta.dirname, '..', '..', '..', '.cache', 'guest-image')
const missing = await checkRequiredTools().then(
  () => spawnSync('qemu-system-x86_64', ['--version'], { timeout: 10_000 }).error && 'QEMU is not installed',
  messageOf,
)

const mac = '52:54:00:12:34:56'
const secondMac = '52:54:00:aa:bb:02'
const metaData = {
  uuid: '11111111-2222-3333-4444-555555555555',
  hostname: 'demo.novalocal',
  admin_pass: 'pa"ss',
  public_keys: { key: 'ssh-ed25519 AAAAC3Nz me\n' },
  files: [{ content_path: '/content/0000', path: '/etc/motd' }],
}
const networkData = {
  links: [
    { id: 'tap1', type: 'bridge', mtu: 1442, ethernet_mac_address: mac },
    { id: 'tap2', type: 'bridge', ethernet_mac_address: secondMac },
  ],
  networks: [
    {
      type: 'ipv4',
      link: 'tap1',
      ip_address: '10.0.2.77',
      netmask: '255.255.255.0',
      routes: [{ network: '0.0.0.0', netmask: '0.0.0.0', gateway: '10.0.2.2' }],
    },
    {
      type: 'ipv4',
      link: 'tap2',
      ip_address: '10.0.3.77',
      netmask: '255.255.255.0',
      routes: [{ network: '0.0.0.0', netmask: '0.0.0.0', gateway: '10.0.3.2' }],
    },
  ],
  services: [],
}
/** Under TCG; 8 s are usual, many times that on a machine that does much else. */
const loginWithinMs = 200_000

/** Shows on the console what the boot made of the metadata. */
const userData = `#!/bin/sh
echo "ran on $(hostname) as $(id -un)"
echo "key $(cat /home/cirros/.ssh/authorized_keys)"
echo "file $(cat /etc/motd)"
echo "route $(ip route get 192.0.2.9 | head -n 1)"
echo "mtu $(cat /sys/class/net/eth0/mtu)"
echo "shadow $(grep -c '\\$6\\$' /etc/shadow)"
echo "root $(awk '$2 == "/" { print $3 }' /proc/mounts)"
`

/** A program that QEMU starts for each connection of the guest, to carry it to a port of this machine. */
const relayTo = (port: number): string =>
  `import { connect } from 'node:net'
const service = connect(${port}, '127.0.0.1')
process.stdin.pipe(service).pipe(process.stdout)
`

describe('the tiny guest image', { skip: missing }, () => {
  let folder = ''
  let image = { path: '', size: 0 }
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tiny-image-'))
    image = await tinyImage({ cacheDir })
  })
  after(() => rm(folder, { recursive: true }))

  const overlay = async (name: string): Promise<string> => {
    const path = join(folder, name)
    await run('qemu-img', ['create', '-q', '-f', 'qcow2', '-b', image.path, '-F', 'qcow2', path])
    return path
  }

  /** The console of a guest without KVM, from power-on until `pattern` shows. */
  const bootUntil = async (pattern: RegExp, disk: string, args: readonly string[]): Promise<string> => {
    const machine = ['-machine', 'pc,accel=tcg', '-m', '128', '-display', 'none', '-monitor', 'none']
    const devices = ['-serial', 'stdio', '-device', 'virtio-rng-pci', '-drive', `file=${disk},if=virtio`]
    const started = performance.now()
    const guest = spawn('qemu-system-x86_64', [...machine, ...devices, ...args])
    const give = setTimeout(() => guest.kill('SIGKILL'), loginWithinMs)
    let shown = ''
    let seenAfterMs: number | undefined
    const take = (bytes: Buffer) => {
      shown += bytes.toString('latin1').replaceAll('\r', '')
      if (seenAfterMs !== undefined || !pattern.test(shown)) return
      seenAfterMs = performance.now() - started
      guest.kill('SIGKILL')
    }
    guest.stdout.on('data', take)
    guest.stderr.on('data', take)
    // Only then has QEMU released the disk, which the next guest may get.
    await once(guest, 'close').finally(() => clearTimeout(give))
    if (seenAfterMs === undefined) throw new Error(`the guest ended without ${pattern}:\n${shown}`)
    return `${shown}\n(${(seenAfterMs / 1000).toFixed(1)} s)`
  }

  it('is smaller than 25 MiB, and is taken from the cache the next time', async () => {
    assert.ok(image.size < 25 * 1024 * 1024, `${image.size} bytes`)
    assert.deepEqual(await tinyImage({ cacheDir, progress: () => assert.fail('built again') }), image)
  })

  it('boots to a login, applies its config drive, and runs user data at the first boot only', async (test) => {
    const drive = join(folder, 'config.iso')
    const files = new Map([
      ['openstack/latest/meta_data.json', Buffer.from(JSON.stringify(metaData))],
      ['openstack/latest/network_data.json', Buffer.from(JSON.stringify(networkData))],
      ['openstack/latest/user_data', Buffer.from(userData)],
      ['openstack/content/0000', Buffer.from('injected')],
    ])
    await writeFile(drive, isoImage({ volumeId: 'config-2', files }))
    const disk = await overlay('config-drive.qcow2')
    const nics = [`user,mac=${mac}`, `user,net=10.0.3.0/24,mac=${secondMac}`]
    const args = ['-cdrom', drive, ...nics.flatMap((nic) => ['-nic', `${nic},model=virtio-net-pci`])]

    const console = await bootUntil(/demo login:/, disk, args)
    test.diagnostic(console.split('\n').at(-1) ?? '')
    for (const line of [
      'ran on demo as root',
      'key ssh-ed25519 AAAAC3Nz me',
      'file injected',
      'route 192.0.2.9 via 10.0.2.2 dev eth0 .*',
      'mtu 1442',
      'shadow 2',
      'root ext4',
    ])
      assert.match(console, new RegExp(`^${line} *$`, 'm'))
    assert.match(console, /guest: demo eth0 10\.0\.2\.77\/24 eth1 10\.0\.3\.77\/24, up after/)

    const again = await bootUntil(/demo login:/, disk, args)
    assert.doesNotMatch(again, /ran on/)
  })

  it('asks the metadata service when it has no config drive', async () => {
    const asked: string[] = []
    const service = createServer((request, reply) => {
      asked.push(request.url ?? '')
      const { admin_pass, files, ...served } = metaData
      const found = {
        '/meta_data.json': JSON.stringify(served),
        '/user_data': '#!/bin/sh\necho "ran on $(hostname)"\n',
      }
      const [, body] =
        Object.entries(found).find(([name]) => request.url === `/openstack/latest${name}`) ?? []
      reply.writeHead(body === undefined ? 404 : 200).end(body)
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = service.address() as AddressInfo
      const network = 'net=169.254.169.0/24,host=169.254.169.2,dhcpstart=169.254.169.15'
      const relay = join(folder, 'relay.mjs')
      await writeFile(relay, relayTo(port))
      const forward = `guestfwd=tcp:169.254.169.254:80-cmd:${process.execPath} ${relay}`
      const args = ['-nic', `user,model=virtio-net-pci,mac=${mac},${network},${forward}`]
      const console = await bootUntil(/demo login:/, await overlay('metadata.qcow2'), args)
      assert.match(console, /^ran on demo *$/m)
      assert.deepEqual(asked, ['/openstack/latest/meta_data.json', '/openstack/latest/user_data'])
    } finally {
      service.close()
      service.closeAllConnections()
    }
  })

  it('reaches the login without any NIC or data source', async () => {
    const console = await bootUntil(/guest login:/, await overlay('alone.qcow2'), ['-nic', 'none'])
    assert.match(console, /guest: guest without addresses/)
  })
})
