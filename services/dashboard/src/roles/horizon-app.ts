import { networkTransport } from '@nimbo/http/network-transport'
import { UserError } from '@nimbo/kernel/user-error'
import { rootOf } from '@nimbo/operation/client/api'
import type { ServiceHost } from '@nimbo/service/service-host'
import type { HorizonApp } from '../app/app.ts'
import { eventStreams } from '../app/event-streams.ts'
import { identityClient } from '../app/identity-client.ts'
import { reachOf } from '../app/reach.ts'
import type { HorizonConfig } from '../config.ts'
import { linkRows } from '../db/links.ts'
import { migrations } from '../db/migrations.ts'
import { sessionRows } from '../db/sessions.ts'
import type { HorizonTables } from '../db/tables.ts'
import { sealBy } from '../domain/seal.ts'

export interface OpenApp {
  readonly app: HorizonApp
  close(): void
}

/** Creates the dependencies of the use cases, for this cloud or, with `keystone_url`, for another one. */
export const horizonApp = async (host: ServiceHost, config: HorizonConfig): Promise<OpenApp> => {
  const { secret_key, keystone_url, region } = config.DEFAULT
  if (secret_key === undefined)
    throw new UserError(
      'horizon.conf: [DEFAULT] secret_key must be set: what tokens of sessions are encrypted with',
    )
  const { clock, log, transport, clientTls: tls } = host
  const db = await host.openDatabase<HorizonTables>('horizon', migrations)
  const elsewhere =
    keystone_url === undefined
      ? undefined
      : networkTransport({ endpointOf: () => rootOf(keystone_url), clock, ...(tls && { tls }) })
  const reach = reachOf({ ...(elsewhere ? {} : { own: { transport, region } }), clock, tls })
  return {
    app: {
      ...{ config, clock, log, reach },
      seal: sealBy(secret_key),
      sessions: sessionRows(db),
      links: linkRows(db),
      identity: identityClient(elsewhere ?? transport),
      streams: eventStreams(config.events),
      nimbo: elsewhere === undefined,
    },
    close: () => {
      elsewhere?.close()
      reach.close()
    },
  }
}
