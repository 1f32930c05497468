// No test machine has a card with virtual functions: a directory replaces its part of sysfs, and commands are only recorded.
import assert from 'node:assert/strict'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { functionsBy } from './network-cards.ts'

const port = (pciSlot: string, more: Partial<WiredPort> = {}): WiredPort => ({
  ...{ id: 'port-1', device: 'tapport-1', mac: 'fa:16:3e:00:00:01', addresses: [], allowedPairs: [] },
  ...{ adminStateUp: true, filtered: true, rules: [] },
  cardFunction: { pciSlot, followsUplink: true, trusted: false },
  network: {
    ...{ id: 'network-1', bridge: 'brqnetwork-1', mtu: 1500, type: 'vlan' },
    ...{ physicalNetwork: 'physnet2', segmentationId: 100 },
  },
  ...more,
})

const cards = {
  byPhysicalNetwork: { physnet2: ['ens1f0', 'ens1f1'] },
  excluded: { ens1f1: ['0000:81:10.5'] },
}

/** Two cards with two functions each; commands that match `refuses` fail, as on cards that do not support them. */
const host = async (refuses = /^$/) => {
  const directory = await temporaryDirectory()
  for (const [card, functions] of [
    ['ens1f0', ['0000:81:10.0', '0000:81:10.2']],
    ['ens1f1', ['0000:81:10.1', '0000:81:10.5']],
  ] as const) {
    const device = join(directory.path, card, 'device')
    await mkdir(device, { recursive: true })
    for (const [index, address] of functions.entries())
      await symlink(`../${address}`, join(device, `virtfn${index}`))
  }
  const commands: string[] = []
  const run = async (command: readonly string[]) => {
    const line = command.join(' ')
    if (refuses.test(line)) throw new Error(`${line}: RTNETLINK answers: Operation not supported`)
    commands.push(line)
    return ''
  }
  return {
    commands,
    functions: functionsBy(run, cards, directory.path),
    [Symbol.asyncDispose]: directory[Symbol.asyncDispose],
  }
}

test('a virtual function is configured through its card, by its number', async () => {
  await using machine = await host()
  assert.equal(await machine.functions.setFunction(port('0000:81:10.2')), true)
  assert.deepEqual(machine.commands, [
    'ip link set dev ens1f0 vf 1 state auto',
    'ip link set dev ens1f0 vf 1 spoofchk on',
    'ip link set dev ens1f0 vf 1 trust off',
    'ip link set dev ens1f0 vf 1 max_tx_rate 0',
  ])
})

test('a function of a second card is configured for a port that is down, unfiltered, trusted and limited', async () => {
  await using machine = await host()
  const limit = { kbps: 1600, burstKbit: 0, kpps: 0, burstKpps: 0 }
  await machine.functions.setFunction(
    port('0000:81:10.1', {
      ...{ adminStateUp: false, filtered: false },
      cardFunction: { pciSlot: '0000:81:10.1', followsUplink: true, trusted: true },
      qos: { egress: limit, ingress: limit, dscpMark: null },
    }),
  )
  assert.deepEqual(machine.commands, [
    'ip link set dev ens1f1 vf 0 state disable',
    'ip link set dev ens1f1 vf 0 spoofchk off',
    'ip link set dev ens1f1 vf 0 trust on',
    'ip link set dev ens1f1 vf 0 max_tx_rate 2',
  ])
})

test('functions of no card, of another physical network and excluded ones are not configured', async () => {
  await using machine = await host()
  const elsewhere = { ...port('0000:81:10.2').network, physicalNetwork: 'physnet1' }
  for (const absent of [
    port('0000:81:11.0'),
    port('0000:81:10.2', { network: elsewhere }),
    port('0000:81:10.5'),
  ])
    assert.equal(await machine.functions.setFunction(absent), false)
  assert.deepEqual(machine.commands, [])
})

test('settings that a card refuses are ignored if they are its defaults', async () => {
  await using machine = await host(/state auto|trust off|max_tx_rate 0/)
  assert.equal(await machine.functions.setFunction(port('0000:81:10.2')), true)
  assert.deepEqual(machine.commands, ['ip link set dev ens1f0 vf 1 spoofchk on'])
})

test('a setting that a card refuses is an error if the port needs it', async () => {
  await using machine = await host(/spoofchk on/)
  await assert.rejects(machine.functions.setFunction(port('0000:81:10.2')), /spoofchk on: .*not supported/)
})
