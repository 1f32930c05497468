import type { ServiceClient } from '@nimbo/clients/service-client'
import { showDiagnostics } from '@nimbo/contracts/compute/server-diagnostics'
import { listServersInFull } from '@nimbo/contracts/compute/servers'
import { listImages } from '@nimbo/contracts/image/images'
import { listProjects } from '@nimbo/contracts/identity/projects'
import { floatingIpOperations } from '@nimbo/contracts/network/floating-ip'
import { showAccount, listContainers } from '@nimbo/contracts/object-store/accounts'
import { listBackupsInFull } from '@nimbo/contracts/volume/backups'
import { listPools, listServices } from '@nimbo/contracts/volume/services'
import { listSnapshotsInFull } from '@nimbo/contracts/volume/snapshots'
import { listVolumesInFull } from '@nimbo/contracts/volume/volumes'
import type { Rest } from '@nimbo/kernel/background-pace'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { keepPolled } from '../app/metering/keep-polled.ts'
import type { MeteringApp } from '../app/metering/metering-app.ts'
import { isPayload, type Payload, textAt } from '../domain/metering/payload.ts'
import type { PollingSource } from '../domain/metering/pipeline.ts'
import {
  type Polled,
  polledFloatingIp,
  polledImage,
  polledServer,
  polledVolume,
} from '../domain/metering/polled.ts'
import {
  polledAccount,
  polledBackup,
  polledContainer,
  polledPool,
  polledSnapshot,
  polledVolumeService,
} from '../domain/metering/polled-storage.ts'

/** The services that are polled. */
export type Polling = Readonly<
  Record<'compute' | 'volume' | 'image' | 'network' | 'identity' | 'objects', ServiceClient>
> & {
  /** The prefix of account names in the object store. */
  readonly accountPrefix: string
}

/** The maximum number of resources of one kind that are polled. */
const most = 100_000

/** The number of servers of one page. Listing as many as compute allows would block the thread for a tenth of a second. */
const serversTogether = '100'

/** Polls one kind of resource; ends early when `rest` tells it to stop. */
type Source = (clients: Polling, ctx: Context, rest: Rest) => AsyncGenerator<Polled>

/** The diagnostics of a running server's guest; undefined when they are not available. */
const diagnosticsOf = async (
  compute: ServiceClient,
  ctx: Context,
  server: Payload,
): Promise<Payload | undefined> => {
  if (textAt(server, 'status') !== 'ACTIVE') return undefined
  try {
    const found: unknown = await compute.call(ctx, showDiagnostics, {
      path: { server_id: textAt(server, 'id') ?? '' },
    })
    return isPayload(found) ? found : undefined
  } catch (error) {
    // The server may have been stopped or deleted since it was listed.
    if (isRemote(error)) return undefined
    throw error
  }
}

async function* servers({ compute }: Polling, ctx: Context, rest: Rest): AsyncGenerator<Polled> {
  const query = { all_tenants: '1', limit: serversTogether }
  for await (const server of compute.items(ctx, listServersInFull, most, { query })) {
    if (isPayload(server)) yield* polledServer(server, await diagnosticsOf(compute, ctx, server))
    if (!(await rest())) return
  }
}

async function* volumes({ volume }: Polling, ctx: Context): AsyncGenerator<Polled> {
  for await (const one of volume.items(ctx, listVolumesInFull, most, { query: { all_tenants: '1' } }))
    if (isPayload(one)) yield polledVolume(one)
}

async function* images({ image }: Polling, ctx: Context): AsyncGenerator<Polled> {
  for await (const one of image.items(ctx, listImages, most)) if (isPayload(one)) yield polledImage(one)
}

async function* floatingIps({ network }: Polling, ctx: Context): AsyncGenerator<Polled> {
  for await (const one of network.items(ctx, floatingIpOperations.list, most))
    if (isPayload(one)) yield polledFloatingIp(one)
}

const everybodys = { query: { all_tenants: '1' } }

async function* snapshots({ volume }: Polling, ctx: Context): AsyncGenerator<Polled> {
  for await (const one of volume.items(ctx, listSnapshotsInFull, most, everybodys))
    if (isPayload(one)) yield polledSnapshot(one)
}

async function* backups({ volume }: Polling, ctx: Context): AsyncGenerator<Polled> {
  for await (const one of volume.items(ctx, listBackupsInFull, most, everybodys))
    if (isPayload(one)) yield polledBackup(one)
}

async function* pools({ volume }: Polling, ctx: Context): AsyncGenerator<Polled> {
  const { pools } = await volume.call(ctx, listPools, { query: { detail: 'true' } })
  for (const pool of pools) yield polledPool(pool)
}

async function* volumeServices({ volume }: Polling, ctx: Context): AsyncGenerator<Polled> {
  const { services } = await volume.call(ctx, listServices, {})
  for (const service of services) yield polledVolumeService(service)
}

async function* account(
  { objects, accountPrefix }: Polling,
  ctx: Context,
  projectId: string,
): AsyncGenerator<Polled> {
  const name = `${accountPrefix}${projectId}`
  const path = { account: name }
  const { headers } = await objects.answer(ctx, showAccount, { path })
  const whole = polledAccount(name, projectId, headers)
  // An empty account has no samples.
  if (whole.samples.every(({ volume }) => volume === 0)) return
  yield whole
  const { body } = await objects.answer(ctx, listContainers, { path, query: { format: 'json' } })
  const containers: unknown = typeof body === 'string' ? JSON.parse(body) : body
  for (const one of Array.isArray(containers) ? containers : [])
    if (isPayload(one)) yield polledContainer(name, projectId, one)
}

async function* accounts(clients: Polling, ctx: Context, rest: Rest): AsyncGenerator<Polled> {
  for await (const { id } of clients.identity.items(ctx, listProjects, most)) {
    try {
      yield* account(clients, ctx, id)
    } catch (error) {
      // Most projects have no account.
      if (!isRemote(error, 404)) throw error
    }
    if (!(await rest())) return
  }
}

const ofPools = ['total', 'free', 'allocated', 'provisioned', 'virtual_free'].map(
  (name) => `volume.provider.pool.capacity.${name}`,
)
const ofAccounts = [
  ...['storage.objects', 'storage.objects.size', 'storage.objects.containers'],
  ...['storage.containers.objects', 'storage.containers.objects.size'],
]

/**
 * The kinds of resources that are polled, with their meters: a kind is not polled when the polling source selects none of them.
 * Servers have too many meters to list, so they are always polled.
 */
const sources: Readonly<Record<string, { readonly ask: Source; readonly meters?: readonly string[] }>> = {
  servers: { ask: servers },
  volumes: { ask: volumes, meters: ['volume.size'] },
  snapshots: { ask: snapshots, meters: ['volume.snapshot.size'] },
  backups: { ask: backups, meters: ['volume.backup.size'] },
  pools: { ask: pools, meters: ofPools },
  'services of volumes': { ask: volumeServices, meters: ['volume.service.health'] },
  images: { ask: images, meters: ['image.size'] },
  'floating IPs': { ask: floatingIps, meters: ['ip.floating'] },
  accounts: { ask: accounts, meters: ofAccounts },
}

/** Called with the samples of servers. */
export type Seen = (found: readonly Polled[]) => void

/** Polls all kinds of resources, each by itself, so that an unavailable service does not affect the others. */
export const poll =
  (
    app: MeteringApp,
    clients: Polling,
    { everyMs, takes }: Omit<PollingSource, 'name'>,
    seen: Seen = () => {},
  ) =>
  async (rest: Rest): Promise<void> => {
    // All agents that poll in this interval use the same timestamp, by which the samples are stored only once.
    const at = new Date(Math.floor(app.clock.now() / everyMs) * everyMs).toISOString()
    for (const [name, { meters, ask: source }] of Object.entries(sources)) {
      if (!(await rest())) return
      if (meters !== undefined && !meters.some(takes)) continue
      try {
        const found: Polled[] = []
        for await (const one of source(clients, internalContext(), rest))
          found.push({ ...one, samples: one.samples.filter(({ meter }) => takes(meter)) })
        if (!(await rest())) return
        if (name === 'servers') seen(found)
        await keepPolled(app, at, found, rest)
      } catch (error) {
        app.log.warn({ reason: messageOf(error) }, `${name} could not be polled`)
      }
    }
  }
