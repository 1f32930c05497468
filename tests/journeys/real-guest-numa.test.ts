import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import type { Drivers } from '@nimbo/cloud/drivers'
import type { Hypervisor, SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import type { NumaCell } from '@nimbo/compute/driver/node-inventory'
import { guestPins } from '@nimbo/hypervisor-libvirt/guest-pins.testing'
import type { Client } from '@nimbo/testkit/client'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { bootServer, serverInStatus, showServer } from '@nimbo/testkit/servers'
import { eventually } from '@nimbo/testing/eventually'
import { guestsMissing } from '@nimbo/testkit/guests-missing'
import { consoleOf, patience, startTellingGuests } from './telling-guests.ts'

/** Has the guest print the CPUs and the memory in KiB of each of its NUMA nodes, every two seconds. */
const userData = `#!/bin/sh
while :; do
  nodes=$(for node in /sys/devices/system/node/node[0-9]*; do
    echo "$(cat $node/cpulist):$(awk '/MemTotal/ { print $4 }' $node/meminfo)"
  done | tr '\\n' ' ')
  echo "nodes $nodes." > /dev/console
  sleep 2
done
`

const userDataOf = { user_data: Buffer.from(userData).toString('base64') }

interface GuestNode {
  readonly cpus: string
  readonly mib: number
}

const nodesTold = (person: Client, id: string): Promise<readonly GuestNode[]> =>
  eventually(async () => {
    const [, nodes = ''] = [...(await consoleOf(person, id)).matchAll(/nodes (\S.*?) \./g)].at(-1) ?? []
    assert.notEqual(nodes, '', `${id} has not printed its nodes yet`)
    return nodes.split(' ').map((node) => {
      const [cpus = '', kib] = node.split(':')
      return { cpus, mib: Number(kib) / 1024 }
    })
  }, patience)

/** A guest sees up to 72 MiB less than the node has: its kernel takes some memory, which may be in any node. */
const assertAbout = (mib: number, given: number): void =>
  assert.ok(mib <= given && mib > given - 72, `${mib} of ${given} MiB`)

const reasonToSkip = async (): Promise<string | false> =>
  availableParallelism() < 2 ? 'two CPUs are needed, one of them to be dedicated' : guestsMissing()

const at278 = { 'openstack-api-version': 'compute 2.78' }

const hostNodesOf = async ({ compute }: Client, id: string): Promise<readonly number[]> => {
  const { status, body } = await compute.get(`/servers/${id}/topology`, at278)
  assert.equal(status, 200, JSON.stringify(body))
  return body.nodes.map((node: { host_node: number }) => node.host_node)
}

/** In the embedded shape only, because this is about what libvirt and QEMU do. */
test('a real guest is pinned to the CPU dedicated to it, and a guest on shared CPUs is not', {
  skip: await reasonToSkip(),
}, async () => {
  await using guests = await startTellingGuests({
    OS_COMPUTE__CPU_SHARED_SET: '0',
    OS_COMPUTE__CPU_DEDICATED_SET: '1',
    OS_FILTER_SCHEDULER__ENABLED_FILTERS: 'ComputeFilter,NUMATopologyFilter',
  })
  const { cloud, ada, boot, become, remove, imageRef } = guests
  const extraSpecs = { 'hw:cpu_policy': 'dedicated' }
  const flavorRef = await makeFlavor(cloud.admin, { name: 'm1.pinned', ram: 160, disk: 1, extraSpecs })
  const pinned = await boot({ name: 'pinned', imageRef, flavorRef, ...userDataOf })
  assert.deepEqual(await guestPins(pinned), ['1'])
  const [node, ...more] = await nodesTold(ada, pinned)
  assert.ok(node)
  assert.deepEqual([node.cpus, more], ['0', []])
  assertAbout(node.mib, 160)

  const shared = await boot({ name: 'shared', imageRef })
  assert.deepEqual(await guestPins(shared), ['0'])

  await become(pinned, { 'os-stop': null }, 'SHUTOFF')
  await become(pinned, { 'os-start': null }, 'ACTIVE')
  assert.deepEqual(await guestPins(pinned), ['1'])

  const second = await bootServer(ada, { name: 'second', imageRef, flavorRef, networks: 'none' })
  await serverInStatus(ada, second, 'ERROR', patience)
  assert.match((await showServer(cloud.admin, second)).fault?.details ?? '', /has 0 of 1 PCPU free, 1 needed/)
  for (const id of [second, pinned, shared]) await remove(id)
  await cloud.settled()
})

/** A cell of the host as two cells, each with half its CPUs and memory. */
const inHalves = ({ cpus, memoryMb, mempages, ...cell }: NumaCell): readonly NumaCell[] =>
  [cpus.slice(0, cpus.length / 2), cpus.slice(cpus.length / 2)].map((half, id) => ({
    ...{ ...cell, id, cpus: half, siblings: half.map((cpu) => [cpu]) },
    memoryMb: Math.floor(memoryMb / 2),
    mempages: mempages.map(({ sizeKb, total }) => ({ sizeKb, total: Math.floor(total / 2) })),
  }))

/** The order with all its NUMA cells placed in the one real cell of the host. */
const inTheWhole = (order: SpawnOrder, hostCell: number): SpawnOrder => {
  if (order.numa === undefined) return order
  const cells = order.numa.topology.cells.map((cell) => ({ ...cell, hostCell }))
  return { ...order, numa: { ...order.numa, topology: { ...order.numa.topology, cells } } }
}

/** Reports the first cell of the host as if it were two, because few machines that run tests have more than one. */
const withTwoCells = (driver: Hypervisor): Hypervisor => {
  const firstCell = ([cell]: readonly NumaCell[] = []): NumaCell =>
    cell ?? assert.fail('the host has no cells')
  const nodes = () => driver.host.inventory()
  return {
    ...driver,
    host: {
      ...driver.host,
      inventory: async () =>
        (await nodes()).map((node) => ({ ...node, numaCells: inHalves(firstCell(node.numaCells)) })),
    },
    spawning: {
      ...driver.spawning,
      spawn: async (order, plugged) => {
        const { id } = firstCell((await nodes())[0]?.numaCells)
        await driver.spawning.spawn(inTheWhole(order, id), plugged)
      },
    },
  }
}

const onTwoCells = (drivers: Drivers): Drivers => ({
  ...drivers,
  hypervisors: drivers.hypervisors.map(({ host, driver }) => ({ host, driver: withTwoCells(driver) })),
})

/** In the embedded shape only, because this is about what libvirt and QEMU do. */
test('a real guest has the NUMA nodes that its flavor asks for', { skip: await reasonToSkip() }, async () => {
  const environment = { OS_FILTER_SCHEDULER__ENABLED_FILTERS: 'ComputeFilter,NUMATopologyFilter' }
  await using guests = await startTellingGuests(environment, onTwoCells)
  const { cloud, ada, boot, remove, imageRef } = guests
  const uneven = {
    ...{ 'hw:cpu_policy': 'dedicated', 'hw:numa_nodes': '2' },
    ...{ 'hw:numa_cpus.0': '0', 'hw:numa_mem.0': '208', 'hw:numa_cpus.1': '1', 'hw:numa_mem.1': '112' },
  }
  const flavorRef = await makeFlavor(cloud.admin, {
    ...{ name: 'm1.uneven', vcpus: 2, ram: 320, disk: 1, extraSpecs: uneven },
  })
  const id = await boot({ name: 'uneven', imageRef, flavorRef, ...userDataOf })
  assert.deepEqual([...(await hostNodesOf(cloud.admin, id))].sort(), [0, 1])
  assert.equal(
    new Set(await guestPins(id)).size,
    2,
    'each CPU of the guest is pinned to another one of the host',
  )
  const [first, second, ...more] = await nodesTold(ada, id)
  assert.ok(first && second)
  assert.deepEqual([first.cpus, second.cpus, more], ['0', '1', []])
  assertAbout(first.mib, 208)
  assertAbout(second.mib, 112)
  await remove(id)

  const wide = await makeFlavor(cloud.admin, {
    ...{ name: 'm1.wide', vcpus: availableParallelism(), ram: 160, disk: 1 },
    extraSpecs: { 'hw:numa_nodes': '1' },
  })
  const refused = await bootServer(ada, { name: 'wide', imageRef, flavorRef: wide, networks: 'none' })
  await serverInStatus(ada, refused, 'ERROR', patience)
  assert.match(
    (await showServer(cloud.admin, refused)).fault?.details ?? '',
    /has \d+ shared CPUs, and \d+ are needed/,
  )
  await remove(refused)
  await cloud.settled()
})
