import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compute } from '@nimbo/compute/service'
import { agentRpc } from '@nimbo/contracts/compute-rpc/agent'
import { schedulerRpc } from '@nimbo/contracts/compute-rpc/scheduler'
import { identity } from '@nimbo/identity/service'
import { systemClock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { silentLog } from '@nimbo/kernel/log'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import type { AnyService } from '@nimbo/service/service'
import { versionCapsOf } from '@nimbo/service/upgrade-levels'
import { volume } from '@nimbo/volume/service'
import { readerOf } from '../settings.ts'
import { processResources } from './process-resources.ts'
import { serveSettings } from './serve-settings.ts'

const settingsOf = (service: AnyService, env: NodeJS.ProcessEnv) =>
  serveSettings([service], { files: ['/dev/null'], directories: [] }, env)

const capsOf = (service: AnyService, env: NodeJS.ProcessEnv) =>
  versionCapsOf(service.upgradeLevels, readerOf(settingsOf(service, env), service.name))

test('[upgrade_levels] caps the RPC versions of the topics of a service', async () => {
  const nova = await capsOf(compute, { OS_UPGRADE_LEVELS__CONDUCTOR: '1.2' })
  assert.deepEqual(Object.fromEntries(nova), {
    conductor: '1.2',
    'conductor-for-hosts': '1.2',
  })
  const cinder = await capsOf(volume, { OS_UPGRADE_LEVELS__VOLUME: '2.0' })
  assert.deepEqual(Object.fromEntries(cinder), { 'cinder-volume': '2.0' })
  assert.equal((await capsOf(identity, {})).size, 0)
})

test('a level that is not a version is refused', () => {
  assert.throws(
    () => settingsOf(compute, { OS_UPGRADE_LEVELS__COMPUTE: 'newest' }),
    /\[upgrade_levels\] compute = newest: must be a version, such as 1\.3/,
  )
})

test('RPC clients refuse calls above the version cap before they send them', async () => {
  const settings = settingsOf(compute, { OS_UPGRADE_LEVELS__COMPUTE: '1.0' })
  const resources = processResources({ settings, clock: systemClock, log: silentLog })
  try {
    const bus = await resources.broker(compute, 'fake:')
    const agent = rpcClient(bus, agentRpc)
    await assert.rejects(agent.on('host').hostUptime(internalContext(), {}), (error) =>
      isFault(error, 'RPCVersionCapError'),
    )
    assert.ok(agent.supports('buildServer'))
    assert.ok(rpcClient(bus, schedulerRpc).supports('selectDestinations'))
  } finally {
    await resources.close()
  }
})
