import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RescueDisk } from '@nimbo/compute/driver/boot-disk'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { type DomainSurroundings, domainXml } from './domain-xml.ts'
import { type CpuOptions, defaultGuestOptions } from './guest-options.ts'
import { withMachineType } from './machine-type.ts'
import { bridgedVif, orderOf, serverId } from './order.testing.ts'
import { readXml } from './read-domain-xml.ts'
import { readGuestDevices } from './guest-devices.ts'
import type { SpiceOptions } from './spice.ts'

const paths = serverPaths('/instances', serverId)

const describe = (changes: Parameters<typeof orderOf>[0] = {}, around: Partial<DomainSurroundings> = {}) => {
  const xml = domainXml(orderOf(changes), {
    paths,
    vncListen: '127.0.0.1',
    virtType: 'qemu',
    asRoot: false,
    guests: defaultGuestOptions,
    serial: serverId,
    ...around,
  })
  const [domain] = readXml(xml).children('domain')
  assert.ok(domain)
  return domain
}

test('a domain has the size, name and owner of the order', () => {
  const domain = describe({ name: '<web> & co' })
  assert.equal(domain.child('name').text, `instance-${serverId}`)
  assert.equal(domain.child('uuid').text, serverId)
  assert.equal(domain.child('memory').text, '512')
  assert.equal(domain.child('vcpu').text, '2')
  const nova = domain.child('metadata').child('nova:instance')
  assert.equal(nova.child('nova:name').text, '<web> & co')
  assert.equal(nova.child('nova:owner').child('nova:project').text, 'engines')
})

test('KVM guests get the host’s CPU, emulated ones QEMU’s own', () => {
  assert.equal(describe({}, { virtType: 'kvm' }).child('cpu').attribute('mode'), 'host-model')
  assert.equal(describe().child('cpu').attribute('mode'), undefined)
})

test('the options select the CPU mode, model and flags of guests', () => {
  const cpuOf = (cpu: Partial<CpuOptions>, virtType: 'kvm' | 'qemu' = 'kvm') => {
    const guests = { ...defaultGuestOptions, cpu: { ...defaultGuestOptions.cpu, ...cpu } }
    const seen = describe({}, { virtType, guests }).child('cpu')
    const features = seen
      .children('feature')
      .map((feature) => `${feature.attribute('policy')} ${feature.attribute('name')}`)
    return [seen.attribute('mode'), seen.child('model').text, ...features]
  }
  assert.deepEqual(cpuOf({ mode: 'none', extraFlags: ['pcid'] }), [undefined, undefined])
  assert.deepEqual(cpuOf({ mode: 'maximum' }, 'qemu'), ['maximum', undefined])
  assert.deepEqual(cpuOf({ mode: 'host-passthrough', extraFlags: ['PCID', '-mtrr', '+vmx'] }), [
    ...['host-passthrough', undefined],
    ...['require pcid', 'disable mtrr', 'require vmx'],
  ])
  assert.deepEqual(cpuOf({ mode: 'custom', models: ['Nehalem'] }), ['custom', 'Nehalem'])
})

test('SMBIOS names OpenStack Nova as the product, and the serial number that the options choose', () => {
  const entriesOf = (serial: string | undefined) =>
    describe({}, { serial })
      .child('sysinfo')
      .child('system')
      .children('entry')
      .map((entry) => [entry.attribute('name'), entry.text])
  assert.ok(entriesOf(serverId).some(([name, text]) => name === 'product' && text === 'OpenStack Nova'))
  assert.ok(entriesOf('board').some(([name, text]) => name === 'serial' && text === 'board'))
  assert.ok(!entriesOf(undefined).some(([name]) => name === 'serial'))
  assert.equal(describe().child('os').child('smbios').attribute('mode'), 'sysinfo')
})

test('a server whose image has no machine type gets the one that the options set for its architecture', () => {
  const options = { machineTypes: { x86_64: 'q35', aarch64: 'virt' } }
  const machineOf = (imageProperties: Record<string, string>) =>
    withMachineType(orderOf({ imageProperties }), options).imageProperties.hw_machine_type
  assert.equal(machineOf({}), 'q35')
  assert.equal(machineOf({ hw_architecture: 'aarch64' }), 'virt')
  assert.equal(machineOf({ hw_architecture: 's390x' }), undefined)
  assert.equal(machineOf({ hw_machine_type: 'pc' }), 'pc')
})

test('the random number generator reads the device that the options name', () => {
  const guests = { ...defaultGuestOptions, rngDevice: '/dev/hwrng' }
  const rng = (around = {}) => describe({}, around).child('devices').child('rng').child('backend').text
  assert.equal(rng(), '/dev/urandom')
  assert.equal(rng({ guests }), '/dev/hwrng')
})

test('the CPU topology is that of the order; without one each vCPU has its own socket', () => {
  const topologyOf = (more: Parameters<typeof describe>[0]) => {
    const topology = describe({ vcpus: 4, ...more })
      .child('cpu')
      .child('topology')
    return ['sockets', 'cores', 'threads'].map((part) => topology.attribute(part))
  }
  assert.deepEqual(topologyOf({}), ['4', '1', '1'])
  assert.deepEqual(topologyOf({ cpuTopology: { sockets: 2, cores: 2, threads: 1 } }), ['2', '2', '1'])
})

test('bridged ports are connected to their bridge, ports of the fake network to none', () => {
  const fake = { ...bridgedVif, type: 'fake' as const }
  const [bridged, loose] = describe({ vifs: [bridgedVif, fake] })
    .child('devices')
    .children('interface')
  assert.equal(bridged?.attribute('type'), 'bridge')
  assert.equal(bridged?.child('source').attribute('bridge'), 'brq0')
  assert.equal(bridged?.child('target').attribute('dev'), 'tap55555555-22')
  assert.equal(loose?.attribute('type'), 'ethernet')
  assert.equal(loose?.child('source').attribute('bridge'), undefined)
})

test('SPICE has the listen address, compression, security and agent of its options', () => {
  const spice = { listen: '10.0.0.2', reachedAt: '10.0.0.2', agent: true, requireSecure: false }
  const devicesWith = (changes: Partial<SpiceOptions>) =>
    describe({}, { spice: { ...spice, ...changes } }).child('devices')
  const screenOf = (changes: Partial<SpiceOptions>) =>
    devicesWith(changes)
      .children('graphics')
      .find((one) => one.attribute('type') === 'spice')
  const channelOf = (changes: Partial<SpiceOptions>) =>
    devicesWith(changes)
      .children('channel')
      .map((channel) => [channel.attribute('type'), channel.child('target').attribute('name')])
  assert.equal(screenOf({})?.attribute('listen'), '10.0.0.2')
  assert.deepEqual(screenOf({})?.children('channel'), [])
  assert.deepEqual(channelOf({}), [['spicevmc', 'com.redhat.spice.0']])
  assert.deepEqual(channelOf({ agent: false }), [])
  const tuned = screenOf({ imageCompression: 'quic', playbackCompression: false, requireSecure: true })
  assert.equal(tuned?.child('image').attribute('compression'), 'quic')
  assert.equal(tuned?.child('playback').attribute('compression'), 'off')
  assert.deepEqual(
    new Set(tuned?.children('channel').map((channel) => channel.attribute('mode'))),
    new Set(['secure']),
  )
  assert.equal(describe().child('devices').children('graphics').length, 1)
})

test('the graphics types and video models that QEMU supports are read from domain capabilities', () => {
  const values = (...names: readonly string[]) => names.map((name) => `<value>${name}</value>`).join('')
  const { graphics, videoModels } = readGuestDevices(`<domainCapabilities><devices>
    <graphics supported='yes'><enum name='type'>${values('vnc', 'spice')}</enum></graphics>
    <video supported='yes'><enum name='modelType'>${values('vga', 'qxl')}</enum></video>
    </devices></domainCapabilities>`)
  assert.deepEqual(
    [graphics, videoModels],
    [
      ['vnc', 'spice'],
      ['vga', 'qxl'],
    ],
  )
})

test('image and flavor set video memory, random number generator, guest agent and boot menu', () => {
  const devicesOf = (imageProperties: Record<string, string>, extraSpecs: Record<string, string> = {}) =>
    describe({ imageProperties, extraSpecs }).child('devices')
  const memoryOf = (image: Record<string, string>, flavor: Record<string, string>) =>
    devicesOf(image, flavor).child('video').child('model').attribute('vram')
  assert.equal(memoryOf({ hw_video_ram: '8' }, { 'hw_video:ram_max_mb': '16' }), '8192')
  assert.equal(memoryOf({}, { 'hw_video:ram_max_mb': '16' }), undefined)
  assert.throws(() => memoryOf({ hw_video_ram: '8' }, {}), {
    message: 'The requested amount of video memory 8 is higher than the maximum allowed by flavor 0.',
  })
  const rateOf = (extraSpecs: Record<string, string>) => {
    const rate = devicesOf({}, extraSpecs).child('rng').child('rate')
    return [rate.attribute('bytes'), rate.attribute('period')]
  }
  assert.deepEqual(rateOf({ 'hw_rng:rate_bytes': '512', 'hw_rng:rate_period': '500' }), ['512', '500'])
  assert.deepEqual(rateOf({ 'hw_rng:rate_bytes': '512' }), ['512', '1000'])
  assert.deepEqual(rateOf({}), [undefined, undefined])
  assert.deepEqual(devicesOf({}, { 'hw_rng:allowed': 'False' }).children('rng'), [])
  const agents = (value: string) => devicesOf({ hw_qemu_guest_agent: value }).children('channel').length
  assert.deepEqual([agents('yes'), agents('True'), agents('1'), agents('no')], [1, 1, 1, 0])
  const menu = (image: Record<string, string>, flavor: Record<string, string>) =>
    describe({ imageProperties: image, extraSpecs: flavor }).child('os').child('bootmenu').attribute('enable')
  assert.equal(menu({}, { 'hw:boot_menu': 'True' }), 'yes')
  assert.equal(menu({ hw_boot_menu: 'false' }, { 'hw:boot_menu': 'True' }), undefined)
})

test('VNC listens at the address given, and the console is logged to a file', () => {
  const devices = describe().child('devices')
  assert.equal(devices.child('graphics').attribute('listen'), '127.0.0.1')
  assert.equal(devices.child('serial').child('log').attribute('file'), paths.consoleLog)
})

test('a rescued domain boots from the last disk, an additional one, and has its own disks as before', () => {
  const disks = (rescue: Pick<RescueDisk, 'device'> | undefined) => {
    const rescueDisk = { cachedImagePath: '/cache/rescue', cachedImageFormat: 'raw', bytes: 1024 } as const
    const changes = {
      ...{ configDrivePath: '/instances/config.iso', imageProperties: {} },
      ...(rescue === undefined ? {} : { rescueDisk: { ...rescueDisk, ...rescue } }),
    }
    return describe(changes)
      .child('devices')
      .children('disk')
      .map((disk) => [
        ...[disk.attribute('device'), disk.child('target').attribute('dev')],
        ...[disk.child('target').attribute('bus'), disk.child('boot').attribute('order')],
      ])
  }
  const own = [
    ['disk', 'vda', 'virtio', undefined],
    ['cdrom', 'sdz', 'scsi', undefined],
  ]
  assert.deepEqual(disks(undefined), [['disk', 'vda', 'virtio', '1'], own[1]])
  assert.deepEqual(disks({ device: { type: 'disk', bus: 'usb' } }), [...own, ['disk', 'sda', 'usb', '1']])
  assert.deepEqual(disks({ device: { type: 'floppy' } }), [...own, ['floppy', 'fda', 'fdc', '1']])
  assert.deepEqual(disks({}), [
    ['disk', 'vda', 'virtio', '1'],
    ['disk', 'vdb', 'virtio', undefined],
    ['cdrom', 'sdz', 'scsi', undefined],
  ])
})

test('a domain that is rescued from a USB stick has a USB controller', () => {
  const rescueDisk = { cachedImagePath: '/cache/rescue', cachedImageFormat: 'raw', bytes: 1024 } as const
  const guests = { ...defaultGuestOptions, pointerModel: 'ps2mouse' } as const
  const controllerOf = (changes: Parameters<typeof describe>[0]) =>
    describe(changes, { guests })
      .child('devices')
      .children('controller')
      .find((one) => one.attribute('type') === 'usb')
      ?.attribute('model')
  assert.equal(controllerOf({ rescueDisk }), 'none')
  const device = { type: 'disk', bus: 'usb' } as const
  assert.equal(controllerOf({ rescueDisk: { ...rescueDisk, device } }), 'qemu-xhci')
})

test('q35 machines have spare PCIe ports for devices that are attached later', () => {
  const portsOf = (imageProperties: Record<string, string>, expressPorts = 16) =>
    describe({ imageProperties }, { guests: { ...defaultGuestOptions, expressPorts } })
      .child('devices')
      .children('controller')
      .filter((controller) => controller.attribute('model') === 'pcie-root-port').length
  assert.equal(portsOf({}), 0)
  assert.equal(portsOf({ hw_machine_type: 'q35' }), 16)
  assert.equal(portsOf({ hw_machine_type: 'q35' }, 4), 4)
})

test('QEMU runs as root only if that is asked for', () => {
  assert.equal(describe().child('seclabel').attribute('model'), undefined)
  assert.equal(describe({}, { asRoot: true }).child('seclabel').child('label').text, '+0:+0')
})

test('a server gets the TPM of its flavor or image, encrypted with its own secret', () => {
  const imageProperties = { hw_tpm_version: '1.2' }
  const tpmOf = (extraSpecs: Readonly<Record<string, string>>) => {
    const [tpm] = describe({ imageProperties, extraSpecs }).child('devices').children('tpm')
    const backend = tpm?.child('backend')
    return [
      tpm?.attribute('model'),
      backend?.attribute('version'),
      backend?.child('encryption').attribute('secret'),
    ]
  }
  assert.deepEqual(tpmOf({}), ['tpm-tis', '1.2', serverId])
  const wanted = { 'hw:tpm_version': '2.0', 'hw:tpm_model': 'tpm-crb' }
  assert.deepEqual(tpmOf(wanted), ['tpm-crb', '2.0', serverId])
  assert.deepEqual(describe().child('devices').children('tpm'), [])
})

test('UEFI firmware enforces secure boot only if it is required', () => {
  const featuresOf = (more: Readonly<Record<string, string>>) => {
    const imageProperties = { hw_firmware_type: 'uefi', ...more }
    const around = { paths, vncListen: '127.0.0.1', virtType: 'qemu', asRoot: false } as const
    const guest = { guests: defaultGuestOptions, serial: serverId }
    const xml = domainXml(orderOf({ imageProperties }), { ...around, ...guest })
    return [...xml.matchAll(/<feature enabled=["'](\w+)["']|<smm state=["'](\w+)["']/g)].map(
      ([, enabled, smm]) => enabled ?? `smm ${smm}`,
    )
  }
  assert.deepEqual(featuresOf({}), ['no', 'no'])
  assert.deepEqual(featuresOf({ os_secure_boot: 'optional' }), ['no', 'no'])
  assert.deepEqual(featuresOf({ os_secure_boot: 'required' }), ['yes', 'yes', 'smm on'])
})

test('interfaces have the bandwidth of the flavor, and a queue for each CPU if image or flavor want that', () => {
  const interfaceOf = (imageProperties: Record<string, string>, extraSpecs: Record<string, string> = {}) =>
    describe({ imageProperties, extraSpecs, vifs: [bridgedVif] })
      .child('devices')
      .child('interface')
  const bandwidth = interfaceOf(
    {},
    {
      ...{ 'quota:vif_inbound_average': '100', 'quota:vif_inbound_peak': '200' },
      ...{ 'quota:vif_outbound_average': '50', 'quota:vif_outbound_burst': '70' },
    },
  ).child('bandwidth')
  const limits = (direction: string) =>
    ['average', 'peak', 'burst'].map((kind) => bandwidth.child(direction).attribute(kind))
  assert.deepEqual(limits('inbound'), ['100', '200', undefined])
  assert.deepEqual(limits('outbound'), ['50', undefined, '70'])
  assert.deepEqual(interfaceOf({}).children('bandwidth'), [])
  const queues = (image: Record<string, string>, flavor: Record<string, string> = {}) =>
    interfaceOf(image, flavor).child('driver').attribute('queues')
  assert.equal(queues({ hw_vif_multiqueue_enabled: 'true' }), '2')
  assert.equal(queues({}, { 'hw:vif_multiqueue_enabled': 'yes' }), '2')
  assert.equal(queues({ hw_vif_multiqueue_enabled: 'true', hw_vif_model: 'e1000' }), undefined)
  assert.equal(queues({}), undefined)
})

test('image and flavor choose the sound card, performance counters and timer, and hide KVM', () => {
  const soundOf = (imageProperties: Record<string, string>, extraSpecs: Record<string, string> = {}) =>
    describe({ imageProperties, extraSpecs }).child('devices').child('sound').attribute('model')
  assert.deepEqual(
    [soundOf({}), soundOf({ hw_sound_model: 'ich9' }), soundOf({}, { 'hw:sound_model': 'ac97' })],
    [undefined, 'ich9', 'ac97'],
  )
  const featuresOf = (imageProperties: Record<string, string>, virtType: 'kvm' | 'qemu' = 'kvm') =>
    describe({ imageProperties }, { virtType }).child('features')
  const pmu = (value: string) => featuresOf({ hw_pmu: value }).child('pmu').attribute('state')
  assert.deepEqual([pmu('true'), pmu('false')], ['on', 'off'])
  assert.deepEqual(featuresOf({}).children('pmu'), [])
  const hidden = { img_hide_hypervisor_id: 'true' }
  assert.equal(featuresOf(hidden).child('kvm').child('hidden').attribute('state'), 'on')
  assert.deepEqual(featuresOf(hidden, 'qemu').children('kvm'), [])
  const timer = describe({ imageProperties: { hw_time_hpet: 'true' } })
    .child('clock')
    .child('timer')
  assert.deepEqual([timer.attribute('name'), timer.attribute('present')], ['hpet', 'yes'])
})
