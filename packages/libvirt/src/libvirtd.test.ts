import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { messageOf } from '@nimbo/kernel/errors'
import { sharedServer } from '@nimbo/testing/shared-servers'
import type { LibvirtConnection } from './connection.ts'
import { errorCodes, isLibvirtError } from './errors.ts'
import { domainEvents, type LifecycleMessage, lifecycle } from './events.ts'
import { domainStates, listFlags } from './flags.ts'
import { defaultSocketPath, openLibvirt } from './open-libvirt.ts'
import { procedures } from './procedures.ts'

/** Against a real libvirtd and its built-in test driver, whose domains run nothing. */
const reasonToSkip = async (): Promise<string | false> => {
  try {
    await sharedServer('libvirtd')
  } catch (error) {
    return messageOf(error)
  }
  return existsSync(defaultSocketPath) ? false : `no libvirtd listens at ${defaultSocketPath}`
}
const skip = await reasonToSkip()

const unknown = '00000000-0000-4000-8000-000000000001'

/** Closed when the test ends, whichever way: an open connection would keep the runner alive. */
const testConnection = async (t: TestContext): Promise<LibvirtConnection> => {
  const connection = await openLibvirt({ uri: 'test:///default' })
  t.after(() => connection.close())
  return connection
}

const theTestDomain = async (connection: LibvirtConnection) => {
  const { domain } = await connection.call(procedures.domainLookupByName, { name: 'test' })
  return domain
}

test('the host’s model, CPUs and memory, the version and the capabilities are read', { skip }, async (t) => {
  const connection = await testConnection(t)
  const host = await connection.call(procedures.nodeGetInfo, undefined)
  assert.deepEqual([host.model, host.cpus, host.memoryKib], ['i686', 16, 3_145_728n])
  const { version } = await connection.call(procedures.connectGetLibVersion, undefined)
  assert.ok(version >= 7_000_000n)
  const { xml } = await connection.call(procedures.connectGetCapabilities, undefined)
  assert.match(xml, /<capabilities>/)
})

test('the CPU times of the host are read', { skip }, async (t) => {
  const connection = await testConnection(t)
  const asked = { cpu: -1, flags: 0 }
  const { count } = await connection.call(procedures.nodeGetCpuStats, { ...asked, count: 0 })
  const { figures } = await connection.call(procedures.nodeGetCpuStats, { ...asked, count })
  assert.equal(figures.length, count)
  for (const state of ['user', 'kernel', 'idle', 'iowait'])
    assert.ok(
      figures.some(({ field, value }) => field === state && value > 0n),
      state,
    )
})

test('a domain is defined, started, paused, resumed, destroyed and undefined', { skip }, async (t) => {
  const connection = await testConnection(t)
  const uuid = '11111111-2222-4333-8444-555555555555'
  const xml = `<domain type='test'><name>wire</name><uuid>${uuid}</uuid><memory>8192</memory><os><type>hvm</type></os></domain>`
  const { domain } = await connection.call(procedures.domainDefineXmlFlags, { xml, flags: 0 })
  assert.deepEqual(domain, { name: 'wire', uuid, id: -1 })

  const stateOf = async () => (await connection.call(procedures.domainGetState, { domain, flags: 0 })).state
  assert.equal(await stateOf(), domainStates.shutoff)
  await connection.call(procedures.domainCreateWithFlags, { domain, flags: 0 })
  await connection.call(procedures.domainSuspend, { domain })
  assert.equal(await stateOf(), domainStates.paused)
  await connection.call(procedures.domainResume, { domain })
  assert.equal(await stateOf(), domainStates.running)

  const active = await connection.call(procedures.connectListAllDomains, {
    needResults: 1,
    flags: listFlags.active,
  })
  assert.deepEqual(active.domains.map(({ name }) => name).sort(), ['test', 'wire'])

  await connection.call(procedures.domainDestroyFlags, { domain, flags: 0 })
  await connection.call(procedures.domainUndefineFlags, { domain, flags: 0 })
  await assert.rejects(connection.call(procedures.domainLookupByUuid, { uuid }), (error) =>
    isLibvirtError(error, errorCodes.noDomain),
  )
})

test('a running domain reports its state, vCPUs and interface counters', { skip }, async (t) => {
  const connection = await testConnection(t)
  const domain = await theTestDomain(connection)
  const info = await connection.call(procedures.domainGetInfo, { domain })
  assert.deepEqual([info.state, info.vcpus, info.maxMemory], [domainStates.running, 2, 8_388_608n])
  const { cpus } = await connection.call(procedures.domainGetVcpus, { domain, count: 2, mapLength: 0 })
  assert.deepEqual(
    cpus.map(({ number }) => number),
    [0, 1],
  )
  const { xml } = await connection.call(procedures.domainGetXmlDesc, { domain, flags: 0 })
  const devices = [...xml.matchAll(/<target dev='([^']+)'/g)].map(([, device]) => device)
  for (const device of devices.filter((name) => name?.startsWith('test')))
    assert.ok(
      (await connection.call(procedures.domainInterfaceStats, { domain, device: device ?? '' })).rxBytes >=
        0n,
    )
})

test('lifecycle events arrive after subscribing, and none after unsubscribing', { skip }, async (t) => {
  const connection = await testConnection(t)
  const domain = await theTestDomain(connection)
  const seen: LifecycleMessage[] = []
  const arrived = Promise.withResolvers<void>()
  const unsubscribe = await connection.subscribe(domainEvents.lifecycle, null, (message) => {
    seen.push(message)
    arrived.resolve()
  })
  await connection.call(procedures.domainSuspend, { domain })
  await arrived.promise
  assert.deepEqual(
    seen.map(({ event, domain: { uuid } }) => [event, uuid]),
    [[lifecycle.suspended, domain.uuid]],
  )
  await unsubscribe()
  // Its event has been sent to all subscribers when a later one gets it.
  const resumed = Promise.withResolvers<LifecycleMessage>()
  await connection.subscribe(domainEvents.lifecycle, null, resumed.resolve)
  await connection.call(procedures.domainResume, { domain })
  assert.equal((await resumed.promise).event, lifecycle.resumed)
  assert.equal(seen.length, 1)
})

test('an unknown domain and invalid XML are refused with the documented error codes', { skip }, async (t) => {
  const connection = await testConnection(t)
  const domain = await theTestDomain(connection)
  const running = connection.call(procedures.domainUndefineFlags, {
    domain: { ...domain, uuid: unknown },
    flags: 0,
  })
  await assert.rejects(running, (error) => isLibvirtError(error, errorCodes.noDomain))
  const nonsense = connection.call(procedures.domainDefineXmlFlags, { xml: '<nonsense/>', flags: 0 })
  await assert.rejects(nonsense, (error) => isLibvirtError(error, errorCodes.xmlError))
})
