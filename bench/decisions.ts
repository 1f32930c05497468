/**
 * The cost of choosing a host for a server: `node bench/decisions.ts [DECISIONS] [HOSTS STANDING]`. Starts a scheduler and placement alone, on SQLite in
 * memory, with increasing numbers of hosts and of standing servers, and lets it choose and claim hosts for DECISIONS (200) servers, one after
 * another. Prints a line for each size: the average processor time of a decision in milliseconds, and the median duration.
 */
import { insertFlow } from '@nimbo/durable/insert-flow'
import { systemClock as clock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { newId, type ServerId } from '@nimbo/kernel/ids'
import { silentNotifier } from '@nimbo/notifications/notifier'
import { loneServiceHost } from '@nimbo/testing/lone-service'
import { discardSpans } from '@nimbo/trace/span'
import { tracer } from '@nimbo/trace/tracer'
import { defaultNovaConfig } from '../services/compute/src/config.ts'
import { defaultCells } from '../services/compute/src/db/cells/ensure-cells.ts'
import { hostMappings } from '../services/compute/src/db/cells/host-mappings.ts'
import { openTestCells } from '../services/compute/src/db/cells/open-cells.testing.ts'
import { computeNodes } from '../services/compute/src/db/hosts/compute-nodes.ts'
import { services } from '../services/compute/src/db/hosts/services.ts'
import { instances } from '../services/compute/src/db/servers/instances.ts'
import { requestSpecs } from '../services/compute/src/db/servers/request-specs.ts'
import { bootServerFlow } from '../services/compute/src/domain/flow-kinds.ts'
import { hostTraits } from '../services/compute/src/domain/hosts/host-traits.ts'
import { sampleRequest } from '../services/compute/src/domain/scheduling/host-state.testing.ts'
import { sampleServer } from '../services/compute/src/domain/servers/server.testing.ts'
import { openClients } from '../services/compute/src/roles/open-clients.ts'
import { selectDestinations } from '../services/compute/src/scheduler/select-destinations.ts'
import { defaultPlacementConfig } from '../services/placement/src/config.ts'
import { startPlacementApi } from '../services/placement/src/roles/placement-api.ts'

const [decisions = 200, ...only] = process.argv.slice(2).map(Number)
const [onlyHosts, onlyStanding = 0] = only
const usualSizes = [
  ...[1, 10, 100, 1_000].map((hosts) => ({ hosts, standing: 0 })),
  ...[2_000, 10_000].map((standing) => ({ hosts: 100, standing })),
  { hosts: 1_000, standing: 10_000 },
]
const sizes = onlyHosts === undefined ? usualSizes : [{ hosts: onlyHosts, standing: onlyStanding }]

const ctx = { ...internalContext(), projectId: 'project-1', userId: 'user-1' }
const tokens = {
  'token-of-the-service': { userId: 'nova', projectId: 'service', roles: ['admin', 'service'] },
}
const { spec } = sampleRequest()
const { vcpus, memoryMb, rootGb } = spec.flavor
const wanted = { VCPU: vcpus, MEMORY_MB: memoryMb, DISK_GB: rootGb }
const [, home] = defaultCells
const cellId = home?.id ?? ''

const startCloud = async (hosts: number, standing: number) => {
  const placement = await startPlacementApi(loneServiceHost({ tokens }), { config: defaultPlacementConfig() })
  if (placement.api === undefined) throw new Error('placement has no API')
  const host = loneServiceHost({ tokens, others: { placement: placement.api } })
  const { databases } = await openTestCells({ ...host, clock })
  const clients = openClients(host).own
  const cell = await databases.cell(cellId)
  const places: { readonly name: string; readonly provider: string }[] = []
  for (let number = 0; number < hosts; number += 1) {
    const name = `host-${number}`
    const service = await services(cell, clock).ensure(name, 'nova-compute', 66)
    await services(cell, clock).report(service.id)
    await hostMappings(databases.api, clock).add(name, cellId)
    const provider = await computeNodes(cell, clock).report({
      ...{ id: newId(), service_id: service.id, host: name, node: name, host_ip: '192.0.2.1' },
      ...{ vcpus: 100_000, memory_mb: 1_000_000_000, disk_gb: 1_000_000 },
      ...{ vcpus_used: 0, memory_mb_used: 0, disk_gb_used: 0, running_vms: 0 },
      ...{ hypervisor_type: 'fake', hypervisor_version: 1000, cpu_info: '{}' },
      supported_instances: JSON.stringify([['x86_64', 'fake', 'hvm']]),
    })
    const made = await clients.placement.ensureProvider(ctx, { uuid: provider, name })
    const owned = await clients.placement.setTraits(
      ctx,
      made,
      hostTraits(['COMPUTE_NODE'], { disabled: false }),
    )
    const inventory = { reserved: 0, min_unit: 1, max_unit: 1_000, step_size: 1, allocation_ratio: 1 }
    await clients.placement.setInventories(ctx, owned, {
      VCPU: { ...inventory, total: 100_000 },
      MEMORY_MB: { ...inventory, total: 1_000_000_000, max_unit: 1_000_000 },
      DISK_GB: { ...inventory, total: 1_000_000 },
    })
    places.push({ name, provider })
  }
  for (let number = 0; number < standing; number += 1) {
    const place = places[number % places.length]
    if (place === undefined) break
    const server = sampleServer({ host: place.name, node: place.name, number: number + 1 })
    await instances(cell, clock).create(server)
    const consumer = { id: server.id, projectId: 'project-1', userId: 'user-1' }
    await clients.placement.claim(ctx, consumer, { [place.provider]: { resources: wanted } }, async () => {})
  }
  const config = defaultNovaConfig()
  const select = selectDestinations({
    ...{
      databases,
      placement: clients.placement,
      network: clients.network,
      clock,
      notifier: silentNotifier,
      config,
    },
    silentBefore: (allowedMs) => clock.now() - allowedMs,
    tracer: tracer('nova-scheduler', discardSpans),
    options: { ...config.scheduler, ...config.workarounds, ...config.filter_scheduler, ...config.DEFAULT },
  })
  /** Inserts a request for a server and chooses its host; returns the duration in milliseconds. */
  const decide = async (): Promise<number> => {
    const serverId = newId<ServerId>()
    await requestSpecs(databases.api, clock).insert({ ...spec, serverId })
    const flow = { subject: serverId, input: { serverId }, ctx, clock }
    const flowId = await insertFlow(databases.api, bootServerFlow, flow)
    const lease = { flowId, owner: 'bench' }
    await databases.api
      .updateTable('flows')
      .set({ lease_owner: lease.owner })
      .where('id', '=', flowId)
      .execute()
    const began = performance.now()
    await select(ctx, { serverId, lease, ignoreHosts: [] })
    return performance.now() - began
  }
  return { decide, stop: () => placement.stop() }
}

const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

for (const { hosts, standing } of sizes) {
  const { decide, stop } = await startCloud(hosts, standing)
  for (let number = 0; number < decisions / 2; number += 1) await decide()
  const before = processorMs()
  const took: number[] = []
  for (let number = 0; number < decisions; number += 1) took.push(await decide())
  const each = (processorMs() - before) / decisions
  const median = took.toSorted((one, other) => one - other)[Math.floor(decisions / 2)] ?? 0
  process.stdout.write(
    `${hosts} hosts, ${standing} servers: ${each.toFixed(2)} ms of processor time per decision, median duration ${median.toFixed(2)} ms\n`,
  )
  await stop()
}
