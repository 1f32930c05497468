import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GuestPlace } from '@nimbo/compute/driver/guest-place'
import { domainXml } from './domain-xml.ts'
import { defaultGuestOptions } from './guest-options.ts'
import { readHostCells } from './host-cells.ts'
import { orderOf } from './order.testing.ts'
import { serverPaths } from '@nimbo/local-guests/server-paths'

const around = {
  paths: serverPaths('/instances', orderOf().id),
  ...({ virtType: 'kvm', vncListen: '127.0.0.1', asRoot: false } as const),
  ...{ guests: defaultGuestOptions, serial: undefined },
}

const xmlOf = (numa: GuestPlace | undefined, extraSpecs: Readonly<Record<string, string>> = {}) =>
  domainXml(orderOf({ vcpus: 4, memoryMb: 1024, extraSpecs, ...(numa && { numa }) }), around)

/** The elements of these names as they stand in the XML, without line breaks. */
const parts = (xml: string, ...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => {
    const [found] = new RegExp(`<${name}(?: [^>]*?)?(?:/>|>.*?</${name}>)`, 's').exec(xml) ?? []
    return found === undefined ? [] : [found.replaceAll(/>\s+</g, '><').replaceAll("'", '"')]
  })

const tuning = ['memoryBacking', 'cputune', 'numatune', 'numa'] as const

test('a guest without a NUMA topology has no NUMA elements', () => {
  assert.deepEqual(parts(xmlOf(undefined), ...tuning), [])
})

test('a guest without a NUMA topology runs on the shared CPUs if there are any', () => {
  assert.deepEqual(parts(xmlOf(undefined), 'vcpu'), ['<vcpu>4</vcpu>'])
  const order = orderOf({ vcpus: 4, sharedCpus: [0, 1, 2, 5] })
  assert.deepEqual(parts(domainXml(order, around), 'vcpu'), ['<vcpu cpuset="0-2,5">4</vcpu>'])
})

test('a guest of two cells gets mixed CPU pinning, huge pages and realtime scheduling', () => {
  const numa: GuestPlace = {
    topology: {
      cells: [
        { cpuset: [0], pcpuset: [1], memoryMb: 512, pageSize: 2048, hostCell: 1, cpuPinning: [[1, 6]] },
        {
          cpuset: [],
          pcpuset: [2, 3],
          memoryMb: 512,
          pageSize: 2048,
          hostCell: 0,
          cpuPinning: [
            [2, 2],
            [3, 3],
          ],
        },
      ],
      ...({ cpuPolicy: 'mixed', realtimeCpus: [1, 2, 3] } as const),
    },
    sharedCpus: { 0: [0, 1], 1: [4, 5] },
    smallPageKb: 4,
  }
  assert.deepEqual(parts(xmlOf(numa, { 'quota:cpu_shares': '2048' }), ...tuning), [
    '<memoryBacking><hugepages><page size="2048" unit="KiB" nodeset="0"/><page size="2048" unit="KiB" nodeset="1"/></hugepages><nosharepages/><locked/></memoryBacking>',
    '<cputune><shares>2048</shares><vcpupin vcpu="0" cpuset="4-5"/><vcpupin vcpu="1" cpuset="6"/><vcpupin vcpu="2" cpuset="2"/><vcpupin vcpu="3" cpuset="3"/><emulatorpin cpuset="4-5"/><vcpusched vcpus="1-3" scheduler="fifo" priority="1"/></cputune>',
    '<numatune><memory mode="strict" nodeset="0-1"/><memnode cellid="0" mode="strict" nodeset="1"/><memnode cellid="1" mode="strict" nodeset="0"/></numatune>',
    '<numa><cell id="0" cpus="0-1" memory="524288" unit="KiB" memAccess="shared"/><cell id="1" cpus="2-3" memory="524288" unit="KiB" memAccess="shared"/></numa>',
  ])
})

test('isolated emulator threads are pinned to the CPU reserved for them', () => {
  const numa: GuestPlace = {
    topology: {
      cells: [
        {
          ...{ cpuset: [], pcpuset: [0, 1], memoryMb: 1024, hostCell: 0 },
          ...{
            cpuPinning: [
              [0, 2],
              [1, 3],
            ],
            cpusetReserved: [4],
          },
        },
      ],
      ...({ cpuPolicy: 'dedicated', emulatorThreadsPolicy: 'isolate' } as const),
    },
    sharedCpus: { 0: [] },
    smallPageKb: 4,
  }
  assert.deepEqual(parts(xmlOf(numa), 'emulatorpin', 'memoryBacking', 'numa'), [
    '<emulatorpin cpuset="4"/>',
    '<numa><cell id="0" cpus="0-1" memory="1048576" unit="KiB"/></numa>',
  ])
})

test('hw:locked_memory locks memory without a NUMA topology too', () => {
  assert.deepEqual(parts(xmlOf(undefined, { 'hw:locked_memory': 'true' }), 'memoryBacking'), [
    '<memoryBacking><locked/></memoryBacking>',
  ])
})

test('NUMA cells of the host are read with their CPUs, siblings and pages', () => {
  assert.deepEqual(
    readHostCells(`<capabilities><host><topology><cells num='2'>
      <cell id='0'><memory unit='KiB'>2097152</memory><pages unit='KiB' size='4'>524288</pages>
        <pages unit='KiB' size='2048'>16</pages><cpus num='2'>
        <cpu id='0' socket_id='0' core_id='0' siblings='0,2'/><cpu id='2' socket_id='0' core_id='0' siblings='0,2'/></cpus></cell>
      <cell id='1'><memory unit='KiB'>1048576</memory><cpus num='1'>
        <cpu id='1' socket_id='1' core_id='0' siblings='1'/></cpus></cell>
      </cells></topology></host></capabilities>`),
    [
      {
        ...{ id: 0, socket: 0, cpus: [0, 2], siblings: [[0, 2]], memoryMb: 2048 },
        mempages: [
          { sizeKb: 4, total: 524_288 },
          { sizeKb: 2048, total: 16 },
        ],
      },
      { id: 1, socket: 1, cpus: [1], siblings: [[1]], memoryMb: 1024, mempages: [] },
    ],
  )
})
