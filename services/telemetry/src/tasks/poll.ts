import type { ServiceClient } from '@nimbo/clients/service-client'
import { showDiagnostics } from '@nimbo/contracts/compute/server-diagnostics'
import { listServersInFull } from '@nimbo/contracts/compute/servers'
import { listImages } from '@nimbo/contracts/image/images'
import { floatingIpOperations } from '@nimbo/contracts/network/floating-ip'
import { listVolumesInFull } from '@nimbo/contracts/volume/volumes'
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

/** The services that are asked. */
export type Polling = Readonly<Record<'compute' | 'volume' | 'image' | 'network', ServiceClient>>

/** Most resources of one kind. */
const most = 100_000

type Source = (clients: Polling, ctx: Context) => AsyncGenerator<Polled>

/** What a guest did, of a server that runs; undefined where nobody knows. */
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
    // It may have been stopped or deleted since it was listed.
    if (isRemote(error)) return undefined
    throw error
  }
}

async function* servers({ compute }: Polling, ctx: Context): AsyncGenerator<Polled> {
  for await (const server of compute.items(ctx, listServersInFull, most, { query: { all_tenants: '1' } }))
    if (isPayload(server)) yield* polledServer(server, await diagnosticsOf(compute, ctx, server))
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

/** What is looked at, and which meters that gives: nobody is asked for what no source takes. Servers have too many to tell. */
const sources: Readonly<Record<string, { readonly ask: Source; readonly meters?: readonly string[] }>> = {
  servers: { ask: servers },
  volumes: { ask: volumes, meters: ['volume.size'] },
  images: { ask: images, meters: ['image.size'] },
  'floating IPs': { ask: floatingIps, meters: ['ip.floating'] },
}

/** Is told what was found of servers. */
export type Seen = (found: readonly Polled[]) => void

/** Looks at all there is; each kind by itself, so that a service that is away takes none of the others with it. */
export const poll =
  (
    app: MeteringApp,
    clients: Polling,
    { everyMs, takes }: Omit<PollingSource, 'name'>,
    seen: Seen = () => {},
  ) =>
  async (stopping: AbortSignal): Promise<void> => {
    // Whoever else looks in this turn finds the same instant, and what is found is counted once.
    const at = new Date(Math.floor(app.clock.now() / everyMs) * everyMs).toISOString()
    for (const [name, { meters, ask: source }] of Object.entries(sources)) {
      if (stopping.aborted) return
      if (meters !== undefined && !meters.some(takes)) continue
      try {
        const found: Polled[] = []
        for await (const one of source(clients, internalContext()))
          found.push({ ...one, samples: one.samples.filter(({ meter }) => takes(meter)) })
        if (name === 'servers') seen(found)
        await keepPolled(app, at, found)
      } catch (error) {
        app.log.warn({ reason: messageOf(error) }, `${name} could not be polled`)
      }
    }
  }
