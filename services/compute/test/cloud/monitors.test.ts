import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fakeHypervisor } from '@nimbo/hypervisor-fake/fake-hypervisor'
import { eventually } from '@nimbo/testing/eventually'
import { computeCloud } from './compute-cloud.ts'

const weighing = {
  options: { compute_monitors: ['cpu.virt_driver'] },
  metrics: { weight_setting: ['cpu.percent=-1'] },
}

const hosts = (busy: string, idle: string) => {
  const fake = fakeHypervisor({ hosts: [busy, idle] })
  fake.cpuTimes.set(busy, { user: 700, kernel: 200, idle: 100, iowait: 0 })
  fake.cpuTimes.set(idle, { user: 50, kernel: 50, idle: 800, iowait: 100 })
  return fake
}

it('servers go to the host whose CPUs are least busy, by what the monitors of hosts measure', async () => {
  for (const [busy, idle] of [
    ['one', 'two'],
    ['two', 'one'],
  ] as const) {
    await using cloud = await computeCloud(hosts(busy, idle).hypervisors, undefined, weighing)
    const id = await cloud.boot()
    await cloud.settled()
    const server = await cloud.server(id)
    assert.deepEqual([server?.host, server?.vmState], [idle, 'active'])
  }
})

it('a host measures its CPUs again for each report', async () => {
  const fake = hosts('one', 'two')
  await using cloud = await computeCloud(fake.hypervisors, undefined, { ...weighing, reportInterval: 1.2 })
  fake.cpuTimes.set('two', { user: 1000, kernel: 50, idle: 800, iowait: 100 })
  const [, cell1] = cloud.everyCell
  await eventually(async () => {
    const row = await cell1?.db
      .selectFrom('compute_nodes')
      .selectAll()
      .where('host', '=', 'two')
      .executeTakeFirst()
    const percent = JSON.parse(row?.metrics ?? '[]').find(
      (one: { name: string }) => one.name === 'cpu.percent',
    )
    assert.equal(percent?.value, 100)
  })
})

it('a server fails if a host reports no metrics, which are required unless the configuration says otherwise', async () => {
  const unmonitored = { metrics: weighing.metrics }
  await using cloud = await computeCloud(fakeHypervisor().hypervisors, undefined, unmonitored)
  const id = await cloud.boot()
  await cloud.settled()
  const server = await cloud.server(id)
  assert.equal(server?.vmState, 'error')
  const [cell0] = cloud.everyCell
  const fault = await cell0?.db.selectFrom('instance_faults').selectAll().executeTakeFirst()
  assert.equal(
    fault?.message,
    'Metric cpu.percent could not be found on the compute host node fake-1.fake-1.',
  )
})

it('a server is built on a host without metrics if they are not required', async () => {
  const optional = { metrics: { ...weighing.metrics, required: false } }
  await using cloud = await computeCloud(fakeHypervisor().hypervisors, undefined, optional)
  const id = await cloud.boot()
  await cloud.settled()
  assert.equal((await cloud.server(id))?.vmState, 'active')
})
