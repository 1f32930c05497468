import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import { sampleHostedServer, samplePort } from '../../agent/hosted-server.testing.ts'
import { configDriveFiles } from './config-drive-files.ts'

const facts = { domain: 'novalocal', randomSeed: Buffer.from('seed'), skippedVersions: ['1.0', '2008-09-01'] }
const server = sampleHostedServer({
  keyName: 'ada-key',
  publicKey: 'ssh-ed25519 AAAA ada',
  userData: Buffer.from('#!/bin/sh\necho hello\n').toString('base64'),
  secrets: {
    adminPassword: 'correct horse',
    personality: [{ path: '/etc/motd', contents: Buffer.from('welcome').toString('base64') }],
  },
})
const files = configDriveFiles(server, [samplePort()], facts)
const textOf = (path: string): string => Buffer.from(files.get(path) ?? []).toString()
const jsonOf = (path: string) => JSON.parse(textOf(path))

describe('the files of a config drive', () => {
  it('contain the id, hostname, password, keys and metadata of the server', () => {
    const metadata = jsonOf('openstack/latest/meta_data.json')
    assert.equal(metadata.uuid, server.id)
    assert.equal(metadata.hostname, 'web-1.novalocal')
    assert.equal(metadata.admin_pass, 'correct horse')
    assert.deepEqual(metadata.public_keys, { 'ada-key': 'ssh-ed25519 AAAA ada' })
    assert.deepEqual(metadata.meta, { role: 'front' })
    assert.deepEqual(metadata.files, [{ path: '/etc/motd', content_path: '/content/0000' }])
  })

  it('list the devices that have a tag', () => {
    const disk = {
      id: 'd',
      sourceType: 'volume',
      destinationType: 'volume',
      deleteOnTermination: false,
    } as const
    const tagged: HostedServer = {
      ...server,
      disks: [
        { ...disk, volumeId: 'v-1', deviceName: '/dev/vdb', tag: 'database' },
        { ...disk, volumeId: 'v-2' },
      ],
      deviceAddresses: [{ of: 'vdb', bus: 'pci', address: '0000:00:05.0' }],
    }
    const ports = [{ ...samplePort(), tag: 'public' }, samplePort()]
    const written = configDriveFiles(tagged, ports, facts).get('openstack/latest/meta_data.json')
    assert.deepEqual(JSON.parse(Buffer.from(written ?? []).toString()).devices, [
      {
        ...{ type: 'nic', bus: 'none', address: 'none', mac: 'fa:16:3e:00:00:01', tags: ['public'] },
        vf_trusted: false,
      },
      {
        type: 'disk',
        bus: 'pci',
        address: '0000:00:05.0',
        serial: 'v-1',
        path: '/dev/vdb',
        tags: ['database'],
      },
    ])
  })

  it('list the VLAN and the trust of SR-IOV ports', () => {
    const onCard = (more: object) =>
      samplePort({ 'binding:vnic_type': 'direct', 'binding:vif_details': { vlan: '100' }, ...more })
    const ports = [
      onCard({}),
      { ...onCard({ 'binding:profile': { trusted: 'true' } }), tag: 'fast' },
      onCard({ 'binding:vif_details': { vlan: '0' } }),
    ]
    const written = configDriveFiles(server, ports, facts).get('openstack/latest/meta_data.json')
    const nic = { type: 'nic', bus: 'none', address: 'none', mac: 'fa:16:3e:00:00:01' }
    assert.deepEqual(JSON.parse(Buffer.from(written ?? []).toString()).devices, [
      { ...nic, tags: [], vlan: 100, vf_trusted: false },
      { ...nic, tags: ['fast'], vlan: 100, vf_trusted: true },
    ])
  })

  it('name the address of a whole card by its address on the host', () => {
    const port = samplePort({
      'binding:vnic_type': 'direct-physical',
      'binding:vif_details': { vlan: '100' },
      'binding:profile': { pci_slot: '0000:81:00.0' },
    })
    const addressed: HostedServer = {
      ...server,
      deviceAddresses: [{ of: '0000:81:00.0', bus: 'pci', address: '0000:00:07.0' }],
    }
    const written = configDriveFiles(addressed, [port], facts).get('openstack/2017-02-22/meta_data.json')
    assert.deepEqual(JSON.parse(Buffer.from(written ?? []).toString()).devices, [
      {
        ...{ type: 'nic', bus: 'pci', address: '0000:00:07.0', mac: 'fa:16:3e:00:00:01' },
        ...{ tags: [], vlan: 100 },
      },
    ])
  })

  it('carry user data and injected files as they were given', () => {
    assert.equal(textOf('openstack/latest/user_data'), '#!/bin/sh\necho hello\n')
    assert.equal(textOf('ec2/latest/user-data'), '#!/bin/sh\necho hello\n')
    assert.equal(textOf('openstack/content/0000'), 'welcome')
  })

  it('describe the network', () => {
    const { links, networks, services } = jsonOf('openstack/2018-08-27/network_data.json')
    assert.deepEqual(links, [
      {
        id: 'tapab12cd34-ef',
        vif_id: 'ab12cd34-ef56-4000-8000-000000000001',
        type: 'phy',
        mtu: 1450,
        ethernet_mac_address: 'fa:16:3e:00:00:01',
      },
    ])
    const [network] = networks
    assert.deepEqual(
      [network.type, network.link, network.ip_address, network.netmask],
      ['ipv4', 'tapab12cd34-ef', '10.1.0.7', '255.255.252.0'],
    )
    assert.deepEqual(network.routes, [
      { network: '0.0.0.0', netmask: '0.0.0.0', gateway: '10.1.0.1' },
      { network: '192.168.0.0', netmask: '255.255.0.0', gateway: '10.1.0.9' },
    ])
    assert.deepEqual(services, [{ type: 'dns', address: '10.1.0.2' }])
  })

  it('map the EC2 names of the disks to their devices', () => {
    const here = { sourceType: 'blank', destinationType: 'local', deleteOnTermination: true } as const
    const there = { sourceType: 'blank', destinationType: 'volume', deleteOnTermination: true } as const
    const disks: HostedServer['disks'] = [
      { ...there, id: '1', deviceName: '/dev/vda', bootIndex: 0 },
      { ...here, id: '2', deviceName: '/dev/vdc', volumeSizeGb: 1 },
      { ...here, id: '3', deviceName: '/dev/vdb', volumeSizeGb: 1 },
      { ...here, id: '4', deviceName: '/dev/vdd', guestFormat: 'swap', swapMb: 64 },
    ]
    const drive = configDriveFiles(sampleHostedServer({ disks }), [], facts)
    const metadata = JSON.parse(Buffer.from(drive.get('ec2/latest/meta-data.json') ?? []).toString())
    assert.deepEqual(metadata['block-device-mapping'], {
      ...{ ami: 'vda', root: '/dev/vda', ebs0: '/dev/vda' },
      ...{ ephemeral0: '/dev/vdb', ephemeral1: '/dev/vdc', swap: '/dev/vdd' },
    })
  })

  it('contain the floating IP of the server in the EC2 metadata', () => {
    const publicOf = (...floating: string[]) => {
      const port = { ...samplePort(), floatingIps: new Map([['10.1.0.7', floating]]) }
      const drive = configDriveFiles(server, [port], facts)
      return JSON.parse(Buffer.from(drive.get('ec2/latest/meta-data.json') ?? []).toString())['public-ipv4']
    }
    assert.deepEqual([publicOf('172.24.4.9'), publicOf()], ['172.24.4.9', ''])
  })

  it('name the type of a certificate, the ids of EC2 and the dedicated CPUs of a server', () => {
    const certificate = '-----BEGIN CERTIFICATE-----\nMII=\n-----END CERTIFICATE-----\n'
    const sample = sampleHostedServer()
    const imageId = '6f0e5c3a-2222-4333-8444-555555555555'
    const kernelId = '0badcafe-2222-4333-8444-555555555555'
    const pinned = sampleHostedServer({
      ...{
        keyName: 'win',
        publicKey: certificate,
        imageProperties: { kernel_id: kernelId, ramdisk_id: 'none' },
      },
      ...{
        internalName: 'instance-0000001f',
        image: { id: imageId, diskFormat: null, hashAlgo: null, hashValue: null, minDiskGb: 0 },
      },
      flavor: { ...sample.flavor, vcpus: 2, extraSpecs: { 'hw:cpu_policy': 'dedicated' } },
    })
    const drive = configDriveFiles(pinned, [], facts)
    const read = (path: string) => JSON.parse(Buffer.from(drive.get(path) ?? []).toString())
    const { keys, dedicated_cpus } = read('openstack/latest/meta_data.json')
    assert.deepEqual(keys, [{ name: 'win', type: 'x509', data: certificate }])
    assert.deepEqual(dedicated_cpus, [0, 1])
    const ec2 = read('ec2/latest/meta-data.json')
    assert.deepEqual(
      [ec2['instance-id'], ec2['ami-id'], ec2['kernel-id'], 'ramdisk-id' in ec2],
      ['i-0000001f', 'ami-6f0e5c3a', 'aki-0badcafe', false],
    )
  })

  it('leave out what was not given', () => {
    const bare = configDriveFiles(sampleHostedServer(), [], facts)
    const metadata = JSON.parse(Buffer.from(bare.get('openstack/latest/meta_data.json') ?? []).toString())
    assert.ok(!('admin_pass' in metadata) && !('keys' in metadata) && !('files' in metadata))
    assert.ok(!bare.has('openstack/latest/user_data'))
  })
})
