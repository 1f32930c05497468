import assert from 'node:assert/strict'
import { test } from 'node:test'
import { landingXml } from './landing-xml.ts'

const here = `<domain type='qemu'>
  <devices>
    <disk type='file' device='disk'>
      <source file='/here/a/disk'/>
      <target dev='vda' bus='virtio'/>
      <address type='pci' slot='0x03'/>
    </disk>
    <disk type='network' device='disk'>
      <source protocol='nbd' name='one'>
        <host name='10.0.0.1' port='10809'/>
      </source>
      <target dev='vdb' bus='virtio'/>
    </disk>
    <serial type='pty'>
      <log file='/here/a/console.log' append='off'/>
    </serial>
    <graphics type='vnc' port='-1' autoport='yes' listen='127.0.0.1'>
      <listen type='address' address='127.0.0.1'/>
    </graphics>
    <graphics type='spice' port='-1' autoport='yes' listen='127.0.0.1'>
      <listen type='address' address='127.0.0.1'/>
    </graphics>
  </devices>
  <seclabel type='static' model='dac' relabel='no'>
    <label>+0:+0</label>
  </seclabel>
</domain>`

test('the XML of a migrating guest gets the paths, addresses and security label of the destination', () => {
  const landing = {
    ...{
      address: 'b',
      directory: '/there/a',
      vncListen: '10.0.0.2',
      spiceListen: '10.0.0.3',
      asRoot: false,
      shared: false,
    },
    disks: [
      { target: 'vda', source: "<source file='/there/a/disk'/>", comes: true },
      { target: 'vdb', source: "<source protocol='nbd' name='two'/>", comes: false },
    ],
  }
  const there = landingXml(here, '/here/a', landing)
  assert.doesNotMatch(there, /\/here|seclabel|127\.0\.0\.1|10\.0\.0\.1/)
  for (const kept of [
    "slot='0x03'",
    "<source file='/there/a/disk'/>",
    "name='two'",
    "'/there/a/console.log'",
  ])
    assert.ok(there.includes(kept), kept)
  assert.equal(there.match(/10\.0\.0\.2/g)?.length, 2)
  assert.equal(there.match(/10\.0\.0\.3/g)?.length, 2)
  assert.match(
    landingXml(here, '/here/a', { ...landing, asRoot: true, shared: false }),
    /<label>\+0:\+0<\/label>/,
  )
})

test('a guest without a NUMA topology gets the shared CPUs of the destination', () => {
  const xml = `<domain><vcpu placement='static' cpuset='0-1'>2</vcpu></domain>`
  const there = { address: 'b', directory: '/b', vncListen: '::1', asRoot: false, shared: true, disks: [] }
  const landed = (vcpu: string) => landingXml(xml, '/a', { ...there, vcpu })
  assert.equal(landed(`<vcpu cpuset='6'>2</vcpu>`), `<domain><vcpu cpuset='6'>2</vcpu></domain>`)
  assert.equal(landed('<vcpu>2</vcpu>'), '<domain><vcpu>2</vcpu></domain>')
  assert.equal(landingXml(xml, '/a', there), xml, 'a destination of an older version sends no vcpu element')
})

test('a guest with a NUMA topology is pinned to the CPUs of the destination', () => {
  const xml = `<domain><cputune><vcpupin vcpu='0' cpuset='2'/></cputune><numatune><memory nodeset='0'/></numatune></domain>`
  const tuning = [
    `<cputune><vcpupin vcpu='0' cpuset='7'/></cputune>`,
    `<numatune><memory nodeset='1'/></numatune>`,
  ]
  const there = {
    address: 'b',
    directory: '/b',
    vncListen: '::1',
    asRoot: false,
    shared: true,
    disks: [],
    tuning,
  }
  assert.equal(landingXml(xml, '/a', there), `<domain>${tuning.join('')}</domain>`)
  const { tuning: _none, ...untouched } = there
  assert.equal(landingXml(xml, '/a', untouched), xml)
})
