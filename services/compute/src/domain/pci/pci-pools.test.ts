import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseDevices, freeDevices } from './choose-devices.ts'
import { offeredDevices, readDeviceSpecs } from './device-specs.ts'
import type { HostDevice } from './host-device.ts'
import { readAliases } from './pci-aliases.ts'
import { poolsOf, shortageIn } from './pci-pools.ts'
import { pciRequestsOf } from './pci-requests.ts'
import { pciRequestOfPort } from './port-requests.ts'

const pf = '0000:81:00.0'
const devices: readonly HostDevice[] = [
  { address: '0000:06:00.0', vendorId: '10de', productId: '1eb8', type: 'type-PCI', numaNode: 0 },
  { address: '0000:07:00.0', vendorId: '10de', productId: '1eb8', type: 'type-PCI', numaNode: 1 },
  { address: pf, vendorId: '8086', productId: '1563', type: 'type-PF', interfaces: ['ens1'] },
  ...[1, 2].map((n) => ({
    ...{ address: `0000:81:10.${n}`, vendorId: '8086', productId: '1565', parentAddress: pf },
    type: 'type-VF' as const,
  })),
]

const offer = (...specs: readonly object[]) => offeredDevices(readDeviceSpecs(specs), devices)

const aliases = readAliases([
  { name: 't4', vendor_id: '10de', product_id: '1eb8' },
  { name: 'nic', vendor_id: '8086', device_type: 'type-PF' },
  { name: 'vf', vendor_id: '8086', device_type: 'type-VF' },
  { name: 'any', vendor_id: '8086', product_id: '1563' },
])
const wanted = (alias: string, policy?: string, ofImage?: string) =>
  pciRequestsOf(
    { 'pci_passthrough:alias': alias, ...(policy ? { 'hw:pci_numa_affinity_policy': policy } : {}) },
    aliases,
    ofImage ? { hw_pci_numa_affinity_policy: ofImage } : {},
  )

describe('offered PCI devices', () => {
  it('are those that match an entry of the configuration, with its tags', () => {
    assert.deepEqual(
      offer({ vendor_id: '10de', address: '*:06:*', trusted: 'true' }).map(({ address, trusted }) => [
        address,
        trusted,
      ]),
      [['0000:06:00.0', true]],
    )
  })

  it('include the virtual functions of a physical function named by address or device name', () => {
    assert.equal(offer({ address: pf }).length, 3)
    assert.equal(offer({ devname: 'ens1', physical_network: 'physnet1' }).length, 3)
    assert.equal(offer({ address: pf, product_id: '1565' }).length, 2)
  })

  it('cannot be read from invalid entries', () => {
    assert.throws(() => offer({ address: pf, devname: 'ens1' }), { code: 'PciDeviceInvalidDeviceName' })
    assert.throws(() => offer({ trusted: 'perhaps' }), { code: 'PciConfigInvalidSpec' })
    assert.throws(() => readDeviceSpecs(['{']), { code: 'PciConfigInvalidSpec' })
  })
})

describe('PCI pools', () => {
  it('count devices of the same kind', () => {
    assert.deepEqual(
      poolsOf(offer({ vendor_id: '8086' })).map(({ type, count }) => [type, count]),
      [
        ['type-PF', 1],
        ['type-VF', 2],
      ],
    )
  })

  it('tell how many devices are free if they are too few', () => {
    const pools = poolsOf(offer({ vendor_id: '10de' }))
    assert.equal(shortageIn(pools, wanted('t4:2')), undefined)
    assert.equal(shortageIn(pools, wanted('t4:3'))?.free, 2)
    assert.equal(shortageIn(pools, wanted('t4:1, t4:2'))?.free, 1)
  })

  it('give a physical function only to requests for that device type', () => {
    const pools = poolsOf(offer({ vendor_id: '8086' }))
    assert.equal(shortageIn(pools, wanted('any:1'))?.free, 0)
    assert.equal(shortageIn(pools, wanted('nic:1')), undefined)
  })

  it('honour the NUMA policy', () => {
    const pools = poolsOf(offer({ vendor_id: '10de' }))
    assert.equal(shortageIn(pools, wanted('t4:2', 'required'), [0])?.free, 1)
    assert.equal(shortageIn(pools, wanted('t4:2', 'preferred'), [0]), undefined)
    assert.equal(shortageIn(pools, wanted('t4:2'), [0])?.free, 1)
    assert.equal(shortageIn(pools, wanted('nic:1'), [0])?.free, 0)
    assert.equal(shortageIn(poolsOf(offer({ address: pf })), wanted('nic:1'), [0]), undefined)
  })
})

describe('a choice of PCI devices', () => {
  const all = offer({})
  it('leaves out allocated functions, and the physical or virtual functions that they exclude', () => {
    assert.equal(freeDevices(all, (address) => address === pf).length, 2)
    assert.deepEqual(
      freeDevices(all, (address) => address === '0000:81:10.1').map(({ address }) => address),
      ['0000:06:00.0', '0000:07:00.0', '0000:81:10.2'],
    )
  })

  it('does not combine a physical function with its virtual ones', () => {
    assert.ok('missing' in chooseDevices(all, wanted('nic:1,vf:1')))
    const both = chooseDevices(all, wanted('vf:2'))
    assert.deepEqual('chosen' in both && both.chosen[0]?.devices.map(({ address }) => address), [
      '0000:81:10.1',
      '0000:81:10.2',
    ])
  })
})

describe('PCI aliases', () => {
  it('that are unknown are refused', () => {
    assert.throws(() => wanted('gpu:1'), {
      code: 'PciRequestAliasNotDefined',
      message: 'PCI alias gpu is not defined',
    })
  })

  it('of the same name are alternatives, and must have the same type and policy', () => {
    const two = [
      { name: 'a', product_id: '1eb8' },
      { name: 'a', product_id: '1563' },
    ]
    assert.equal(readAliases(two).get('a')?.wishes.length, 2)
    assert.throws(() => readAliases([{ name: 'a' }, { name: 'a', device_type: 'type-PF' }]), {
      message: "Invalid PCI alias definition: Device type mismatch for alias 'a'",
    })
    assert.throws(() => readAliases([{ name: 'a' }, { name: 'a', numa_policy: 'required' }]), {
      message: "Invalid PCI alias definition: NUMA policy mismatch for alias 'a'",
    })
    assert.throws(() => readAliases(['{"nam": "a"}']), { code: 'PciInvalidAlias' })
  })
})

describe('the NUMA policy of a PCI request', () => {
  const policyOf = (...given: Parameters<typeof wanted>) => wanted(...given)[0]?.numaPolicy

  it('is that of the flavor or of the image, which must not disagree', () => {
    assert.equal(policyOf('t4:1', 'required'), 'required')
    assert.equal(policyOf('t4:1', undefined, 'preferred'), 'preferred')
    assert.equal(policyOf('t4:1', 'required', 'required'), 'required')
    assert.throws(() => policyOf('t4:1', 'required', 'preferred'), { code: 'ImagePCINUMAPolicyForbidden' })
  })

  it('of a port takes precedence over that of its server', () => {
    const port = { id: 'port', network_id: 'network', 'binding:vnic_type': 'direct' } as const
    const network = { 'provider:physical_network': 'physnet1' }
    assert.equal(pciRequestOfPort(port, network, 'required')?.numaPolicy, 'required')
    assert.equal(
      pciRequestOfPort({ ...port, numa_affinity_policy: 'preferred' }, network, 'required')?.numaPolicy,
      'preferred',
    )
  })

  it('does not apply to ports that need no PCI device', () =>
    assert.equal(
      pciRequestOfPort(
        { id: 'port', network_id: 'network', 'binding:vnic_type': 'normal' },
        undefined,
        'required',
      ),
      undefined,
    ))
})

describe('a port that requests a trusted function', () => {
  it('gets only one whose configuration entry is trusted', () => {
    const request = pciRequestOfPort(
      {
        ...{ id: 'port', network_id: 'network', 'binding:vnic_type': 'direct' },
        'binding:profile': { trusted: 'true' },
      },
      { 'provider:physical_network': 'physnet1' },
      undefined,
    )
    assert.ok(request)
    const pools = (trusted: boolean) => poolsOf(offer({ address: pf, physical_network: 'physnet1', trusted }))
    assert.equal(shortageIn(pools(true), [request]), undefined)
    assert.equal(shortageIn(pools(false), [request])?.free, 0)
  })
})
