import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { powerStates } from '@nimbo/compute/driver/hypervisor'
import type { ServerId } from '@nimbo/kernel/ids'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import type { Domains } from '../domains.ts'
import { hostWithoutLibvirt } from '../host-without-libvirt.testing.ts'
import { orderOf } from '../order.testing.ts'
import { element, renderXml } from '../xml.ts'
import { serialPorts } from './serial-ports.ts'
import { landingSerial, serialElements, servedPortsIn } from './serial-xml.ts'

const address = '127.0.0.1'
const uuid = (number: number) => `33333333-2222-4333-8444-00000000000${number}` as ServerId
const paths = serverPaths('/instances', uuid(0))
const { domains: without } = hostWithoutLibvirt('/instances', 'host')

/** A port and the two after it, none of which anyone listens on. */
const freePorts = async () => {
  const server = createServer().listen(0, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const first = Math.min(port, 65_000)
  await new Promise((resolve) => server.close(resolve))
  return { first, last: first + 2 }
}

/** libvirt with one guest that is off, whose serial port has this number. */
const withGuest = (id: ServerId, port: number): Domains => {
  const served = { address, ports: [port] }
  const devices = element('devices', {}, ...serialElements(orderOf(), paths, served))
  return {
    ...without,
    find: async () => ({ name: 'instance', uuid: id, id: -1 }),
    xml: async () => renderXml(element('domain', {}, devices)),
    list: async () => [{ id, power: powerStates.shutdown }],
  }
}

test('guests have ports that no other guest and no other program has', async (t) => {
  const ports = await freePorts()
  const program = createServer().listen(ports.first + 1, address)
  await once(program, 'listening')
  t.after(() => program.close())
  const host = serialPorts({ address, ports }, withGuest(uuid(9), ports.first))
  const chosen = await Promise.allSettled([uuid(1), uuid(2)].map((id) => host.choose(orderOf({ id }))))
  const values = chosen.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const reasons = chosen.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  assert.deepEqual(values, [{ address, ports: [ports.last] }])
  assert.match(reasons.join(), /Not able to acquire a free port for 127.0.0.1/)
  program.close()
  await once(program, 'close')
  assert.deepEqual((await host.choose(orderOf({ id: uuid(3) }))).ports, [ports.first + 1])
})

test('a guest that starts again may keep its port, and a deleted one gives it back', async () => {
  const ports = await freePorts()
  const host = serialPorts({ address, ports: { first: ports.first, last: ports.first } }, without)
  const order = orderOf({ id: uuid(1) })
  assert.deepEqual((await host.choose(order)).ports, [ports.first])
  assert.deepEqual((await host.choose(order)).ports, [ports.first])
  await assert.rejects(host.choose(orderOf({ id: uuid(2) })), /acquire a free port/)
  await host.forget(uuid(1))
  assert.deepEqual((await host.choose(orderOf({ id: uuid(2) }))).ports, [ports.first])
})

test('a guest listens on a port for each of its serial ports, and on those of the other host after a migration', () => {
  const order = orderOf({ extraSpecs: { 'hw:serial_port_count': '2' } })
  const serials = serialElements(order, paths, { address, ports: [10_000, 10_001] })
  const domain = renderXml(element('domain', {}, element('devices', {}, ...serials)))
  assert.deepEqual(servedPortsIn(domain), [10_000, 10_001])
  const [, second = ''] = serials.map((one) => renderXml(one))
  const there = landingSerial(second, { address: '10.0.0.2', ports: [12_000, 12_001] })
  assert.match(there, /<source mode='bind' host='10\.0\.0\.2' service='12001'\/>/)
  const unserved = landingSerial(second, undefined)
  assert.match(unserved, /^<serial type='pty'>\s*<target port='1'\/>\s*<\/serial>$/)
})
