import assert from 'node:assert/strict'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStateDirectory } from '@nimbo/cloud/state-directory'
import { libvirtDrivers } from '@nimbo/cloud/up/libvirt-drivers'
import type { DriverDeps } from '@nimbo/cloud/up/storage-drivers'
import { tinyImage } from '@nimbo/guest-image/tiny-image'
import { ensureLibvirtd } from '@nimbo/hypervisor-libvirt/ensure-libvirtd'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import type { Client } from '@nimbo/testkit/client'
import { guestsMissing } from '@nimbo/testkit/guests-missing'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { sharedServer } from '@nimbo/testing/shared-servers'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** Long, for guests that QEMU emulates (TCG) on a busy machine. */
const patience = { withinMs: 300_000, everyMs: 500 }
const pollSeconds = 5
const grain = 10
/** CPU time between two polls in nanoseconds: 8 % of one processor, and an idle guest needs far less. */
const threshold = pollSeconds * 80_000_000

/** User data that keeps a processor busy for so long, and then no more. */
const busyFor = (seconds: number): string =>
  `#!/bin/sh\n(while :; do :; done) &\nbusy=$!\nsleep ${seconds}\nkill $busy\necho idle-now\n`

const alarm = (name: string, operator: string, policy: string) => ({
  type: 'OS::Aodh::GnocchiAggregationByResourcesAlarm',
  properties: {
    ...{ description: name, metric: 'cpu', aggregation_method: 'rate:mean', granularity: grain },
    ...{ evaluation_periods: 1, threshold, comparison_operator: operator, resource_type: 'instance' },
    repeat_actions: true,
    query: {
      str_replace: {
        template: '{"and": [{"=": {"server_group": "stack_id"}}, {"=": {"ended_at": null}}]}',
        params: { stack_id: { get_param: 'OS::stack_id' } },
      },
    },
    alarm_actions: [{ get_attr: [policy, 'alarm_url'] }],
  },
})

const policy = (scaling_adjustment: number) => ({
  type: 'OS::Heat::ScalingPolicy',
  properties: {
    auto_scaling_group_id: { get_resource: 'group' },
    ...{ adjustment_type: 'change_in_capacity', scaling_adjustment, cooldown: 20 },
  },
})

const templateOf = (image: string, flavor: string) => ({
  heat_template_version: '2021-04-16',
  resources: {
    group: {
      type: 'OS::Heat::AutoScalingGroup',
      properties: {
        ...{ min_size: 1, max_size: 2 },
        resource: {
          type: 'OS::Nova::Server',
          properties: {
            ...{ image, flavor, config_drive: true, networks: [{ allocate_network: 'none' }] },
            ...{ user_data_format: 'RAW', user_data: busyFor(40) },
            metadata: { 'metering.server_group': { get_param: 'OS::stack_id' } },
          },
        },
      },
    },
    more: policy(1),
    fewer: policy(-1),
    busy: alarm('busy', 'gt', 'more'),
    idle: alarm('idle', 'lt', 'fewer'),
  },
})

const activeServers = async ({ compute }: Client): Promise<number> => {
  const { body } = await compute.get('/servers/detail')
  return body.servers.filter(({ status }: { status: string }) => status === 'ACTIVE').length
}

const pipeline = `
sources:
  - { name: cpu, meters: [cpu], sinks: [often] }
  - { name: rest, meters: ['!cpu'], sinks: [usual] }
sinks:
  - { name: often, publishers: ['gnocchi://?archive_policy=often'] }
  - { name: usual, publishers: ['gnocchi://'] }
`
const polling = `
sources:
  - { name: often, interval: ${pollSeconds}, meters: [cpu] }
`

/**
 * In the embedded shape only, because this is about what libvirt and QEMU do: the alarm is raised by the CPU time that libvirt
 * reports of a guest.
 */
test('an autoscaling group of real guests grows when they are busy, and shrinks when they are idle', {
  skip: await guestsMissing(),
}, async () => {
  await using directory = await ownedDirectory('nimbo-scaling-')
  // QEMU runs as another user, who has to pass through this directory.
  await chmod(directory.path, 0o711)
  const setup = {
    state: await openStateDirectory(join(directory.path, 'state')),
    clock: systemClock,
    log: silentLog,
  }
  const settings = setup.state.file('etc/ceilometer')
  await mkdir(settings, { recursive: true })
  await writeFile(join(settings, 'pipeline.yaml'), pipeline)
  await writeFile(join(settings, 'polling.yaml'), polling)
  await sharedServer('libvirtd')
  const stopLibvirtd = await ensureLibvirtd({
    stateDir: await setup.state.directory('libvirt'),
    endsWithProcess: true,
    log: setup.log,
  })
  try {
    await scaleUpAndDown(setup)
  } finally {
    await stopLibvirtd()
  }
})

const scaleUpAndDown = async (setup: DriverDeps): Promise<void> => {
  await using cloud = await startTestCloud({
    ...{ stateDir: setup.state.path, drivers: () => libvirtDrivers(setup) },
    environment: { OS_EVALUATOR__EVALUATION_INTERVAL: '5' },
  })
  const { status, body } = await cloud.admin.metric.post('/v1/archive_policy', {
    ...{ name: 'often', aggregation_methods: ['mean', 'rate:mean'] },
    definition: [{ granularity: grain, timespan: '1 hour' }],
  })
  assert.equal(status, 201, JSON.stringify(body))
  const ada = await cloud.person('ada')
  const tiny = await tinyImage()
  const image = await makeImage(ada, { diskFormat: 'qcow2', data: await readFile(tiny.path) })
  const flavor = await makeFlavor(cloud.admin, { name: 'm1.nano', ram: 128, disk: 1 })
  const stacks = `/v1/${ada.projectId}/stacks`
  const made = await ada.orchestration.post(stacks, {
    ...{ stack_name: 'scaled', template: templateOf(image, flavor) },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const stack = `${stacks}/scaled/${made.body.stack.id}`
  const inStatus = (wanted: string) =>
    eventually(async () => {
      const shown = (await ada.orchestration.get(stack)).body.stack
      assert.equal(shown.stack_status, wanted, shown.stack_status_reason)
    }, patience)
  try {
    await inStatus('CREATE_COMPLETE')
    await eventually(async () => assert.equal(await activeServers(ada), 2), patience)
    await eventually(async () => assert.equal(await activeServers(ada), 1), patience)
    const page = await (await fetch(`${cloud.url}/metrics`)).text()
    assert.match(page, /nimbo_guest_cpu\{[^}]*\} [1-9]/)
  } finally {
    assert.equal((await ada.orchestration.delete(stack)).status, 204)
    await inStatus('DELETE_COMPLETE')
    await cloud.settled()
  }
}
