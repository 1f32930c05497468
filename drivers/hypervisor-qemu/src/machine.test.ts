import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RescueDisk } from '@nimbo/compute/driver/boot-disk'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { forwardedPort } from './forward-ssh.ts'
import { guestPaths } from './guest-paths.ts'
import { eventOf, shutsDown } from './lifecycle-events.ts'
import { machineOf } from './machine.ts'
import { orderOf, serverId, userVif } from './order.testing.ts'
import { slotsFor } from './pci-slots.ts'
import { userNetdev } from './user-network.ts'

const paths = guestPaths('/instances', serverId)
const machine = (order: SpawnOrder, slots = {}) =>
  machineOf(order, { paths, virtType: 'qemu', listen: '127.0.0.1', slots, nbdCertificates: '/etc/pki/qemu' })

/** All values given for an option. */
const given = (order: SpawnOrder, name: string): readonly string[] =>
  machine(order).args.flatMap((word, index, words) => (words[index - 1] === name ? [word] : []))

const parsed = (order: SpawnOrder, name: string) =>
  given(order, name)
    .filter((text) => text.startsWith('{'))
    .map((text) => JSON.parse(text))

test('a device keeps its PCI slot, a new one takes the first free slot, and there are 30 at most', () => {
  const first = slotsFor(['a', 'b', 'c'], {})
  assert.deepEqual(first, { a: 2, b: 3, c: 4 })
  assert.deepEqual(slotsFor(['a', 'new', 'c'], first), { a: 2, new: 3, c: 4 })
  const many = Array.from({ length: 30 }, (_, index) => `device-${index}`)
  assert.equal(slotsFor(many, {})['device-29'], 31)
  assert.throws(() => slotsFor([...many, 'one more'], {}), /more than 30 devices is not supported/)
})

test('a volume on another host is reached over TLS with the client certificates of this host', () => {
  const connection = { type: 'nbd', host: '192.0.2.7', port: 10_809, exportName: 'e', tls: true } as const
  const volume = { volumeId: 'v', attachmentId: 'one', device: '/dev/vdb', readOnly: false, connection }
  const order = orderOf({ volumes: [volume] })
  const [node] = parsed(order, '-blockdev').filter(({ file }) => file.driver === 'nbd')
  assert.deepEqual([node.file['tls-creds'], node.file['reconnect-delay']], ['nbd-tls', 300])
  const credentials = (of: SpawnOrder) => parsed(of, '-object').filter(({ id }) => id === 'nbd-tls')
  assert.deepEqual(
    credentials(order).map(({ dir, endpoint }) => [dir, endpoint]),
    [['/etc/pki/qemu', 'client']],
  )
  assert.deepEqual(credentials(orderOf({})), [])
})

test('each disk is on the bus of its device, and is opened by its format and source', () => {
  const order = orderOf({
    localDisks: [{ kind: 'swap', sizeMb: 64 }],
    volumes: [
      {
        ...{ volumeId: '66666666-2222-4333-8444-555555555555', attachmentId: 'one', device: '/dev/sdc' },
        ...{ readOnly: false, connection: { type: 'nbd', socket: '/run/a,b', exportName: 'e' } },
      },
    ],
    configDrivePath: '/config/drive',
  })
  const nodes = parsed(order, '-blockdev').map((node) => [node['node-name'], node.driver, node.file.driver])
  assert.deepEqual(nodes, [
    ['disk-vda', 'qcow2', 'file'],
    ['vol-666666662222433384445555', 'raw', 'nbd'],
    ['disk-vdb', 'raw', 'file'],
    ['disk-sdz', 'raw', 'file'],
  ])
  const devices = parsed(order, '-device').filter(({ drive }) => drive !== undefined)
  assert.deepEqual(
    devices.map(({ driver, bootindex }) => [driver, bootindex]),
    [
      ['virtio-blk-pci', 1],
      ['scsi-hd', undefined],
      ['virtio-blk-pci', undefined],
      ['scsi-cd', undefined],
    ],
  )
  assert.deepEqual([devices[1]['scsi-id'], devices[3]['scsi-id']], [2, 25])
  const ids = parsed(order, '-device').map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})

test('a rescued guest boots from a further disk, and its own keep their devices', () => {
  const rescueDisk = { cachedImagePath: '/cache/rescue', cachedImageFormat: 'raw', bytes: 1024 } as const
  const rescuedBy = (device: RescueDisk['device']) =>
    orderOf({
      configDrivePath: '/config/drive',
      rescueDisk: { ...rescueDisk, ...(device === undefined ? {} : { device }) },
    })
  const disksOf = (order: SpawnOrder) =>
    parsed(order, '-device')
      .filter(({ drive }) => drive !== undefined)
      .map(({ driver, drive, bus, bootindex }) => [driver, drive, bus, bootindex])
  const own = [
    ['virtio-blk-pci', 'disk-vda', undefined, undefined],
    ['scsi-cd', 'disk-sdz', 'scsi0.0', undefined],
  ]
  const stick = rescuedBy({ type: 'disk', bus: 'usb' })
  assert.deepEqual(disksOf(stick), [...own, ['usb-storage', 'disk-sda', 'usb0.0', 1]])
  assert.ok(parsed(stick, '-device').some(({ driver }) => driver === 'qemu-xhci'))
  assert.deepEqual(disksOf(rescuedBy({ type: 'cdrom' })), [...own, ['ide-cd', 'disk-hda', 'ide.0', 1]])
  const cd = parsed(rescuedBy({ type: 'cdrom' }), '-blockdev').at(-1)
  assert.deepEqual([cd.driver, cd['read-only'], cd.discard], ['qcow2', true, undefined])
  const { slots } = machine(orderOf({ configDrivePath: '/config/drive' }))
  const further = machine(rescuedBy({ type: 'disk' }), slots).slots
  for (const [id, slot] of Object.entries(slots)) assert.equal(further[id], slot, id)
  assert.throws(() => machine(rescuedBy({ type: 'floppy' })), /A floppy is not supported/)
})

test('QEMU’s DHCP gets the address and gateway of the port, and an unused address as the name server', () => {
  const { net, host, dhcpstart, dns, ipv6 } = userNetdev(userVif)
  assert.deepEqual(
    { net, host, dhcpstart, dns, ipv6 },
    { net: '10.20.0.0/24', host: '10.20.0.1', dhcpstart: '10.20.0.77', dns: '10.20.0.254', ipv6: false },
  )
  const alone = userNetdev({
    ...userVif,
    addresses: [{ address: '10.20.0.254', cidr: '10.20.0.0/24' }],
  })
  assert.deepEqual([alone.dns, alone.host], ['10.20.0.253', '10.20.0.252'])
  const tight = {
    ...userVif,
    addresses: [{ address: '10.20.0.2', cidr: '10.20.0.0/30', gateway: '10.20.0.1' }],
  }
  assert.throws(() => userNetdev(tight), /10\.20\.0\.0\/30 has no room/)
  const sixth = userNetdev({
    ...userVif,
    addresses: [{ address: 'fd00::f816:3eff:fe00:1', cidr: 'fd00::/64', gateway: 'fd00::1' }],
  })
  assert.deepEqual(
    [sixth.ipv4, sixth['ipv6-prefix'], sixth['ipv6-prefixlen'], sixth['ipv6-host']],
    [false, 'fd00::', 64, 'fd00::1'],
  )
  assert.equal(userNetdev({ ...userVif, addresses: [] }).restrict, true)
})

test('options that need root or that this driver lacks are refused by name', () => {
  const refusal = (changes: Partial<SpawnOrder>, words: RegExp) =>
    assert.throws(() => machine(orderOf(changes)), words)
  refusal({ extraSpecs: { 'quota:cpu_quota': '10' } }, /'quota:cpu_quota' needs privileges/)
  refusal({ imageProperties: { hw_firmware_type: 'uefi' } }, /'uefi' is not supported/)
  refusal({ imageProperties: { hw_machine_type: 'q35' } }, /'q35' is not supported/)
  refusal({ imageProperties: { hw_architecture: 'aarch64' } }, /'aarch64' is not supported/)
  refusal({ imageProperties: { hw_vif_model: 'ne2k_pci' } }, /'ne2k_pci' is not supported/)
  refusal({ imageProperties: { hw_tpm_version: '2.0' } }, /'hw_tpm_version' is not supported/)
  refusal({ extraSpecs: { 'hw:sound_model': 'ich9' } }, /'hw:sound_model' asks for is not supported/)
  refusal({ imageProperties: { hw_pmu: 'false' } }, /'hw_pmu' asks for is not supported/)
  refusal({ imageProperties: { hw_viommu_model: 'auto' } }, /'hw_viommu_model' asks for is not supported/)
  refusal({ extraSpecs: { 'hw:serial_port_count': '2' } }, /'hw:serial_port_count' asks for is not supported/)
  refusal({ vifs: [{ ...userVif, type: 'bridge' }] }, /bound as 'bridge'/)
})

test('the forwarded SSH port is read from QEMU’s list of connections', () => {
  const told = [
    'Hub -1 (n0):\r',
    '  Protocol[State]    FD  Source Address  Port   Dest. Address  Port RecvQ SendQ\r',
    '  TCP[HOST_FORWARD]  12       127.0.0.1 40000       10.0.0.78    22     0     0\r',
    '  TCP[HOST_FORWARD]  11       127.0.0.1 36119       10.0.0.77    22     0     0\r',
  ].join('\n')
  assert.equal(forwardedPort(told, '10.0.0.77'), 36_119)
  assert.equal(forwardedPort(told, '10.0.0.7'), undefined)
})

test('QEMU events become server events, and a shutdown by the guest is recognised', () => {
  const said = (event: string, data = {}) => ({ event, data, at: 0 })
  const events = ['STOP', 'RESUME', 'RESET', 'POWERDOWN', 'SHUTDOWN', 'GUEST_PANICKED']
  assert.deepEqual(
    events.map((event) => eventOf(said(event))),
    ['paused', 'resumed', undefined, undefined, undefined, 'crashed'],
  )
  assert.equal(shutsDown(said('SHUTDOWN', { guest: true, reason: 'guest-shutdown' })), true)
  assert.equal(shutsDown(said('SHUTDOWN', { guest: true, reason: 'guest-panic' })), false)
  assert.equal(shutsDown(said('STOP')), false)
})
