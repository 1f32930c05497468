import { randomUUID } from 'node:crypto'
import { objectStoreRequested } from '@nimbo/contracts/object-store/notifications/requests'
import type { Headers } from '@nimbo/http/message'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Kysely } from 'kysely'
import type { SwiftConfig } from '../config.ts'
import type { SwiftTables } from '../db/tables.ts'
import { pathOf, type ResourcePath } from '../domain/resource-path.ts'

/** The caller and the target of a metered request. */
export interface MeteredRequest extends ResourcePath {
  readonly ctx: Context
  readonly method: string
  readonly headers: Headers
}

interface Passed {
  readonly incoming: number
  readonly outgoing: number
  readonly outcome: 'success' | 'failure'
}

/** Emits the notification of a request that succeeded or failed. */
export type RequestMeter = (request: MeteredRequest, passed: Passed) => Promise<void>

interface Deps {
  readonly notifier: Notifier
  readonly config: SwiftConfig['filter:ceilometer']
  readonly clock: Clock
  readonly log: Log
}

const actions: Readonly<Record<string, string>> = {
  ...{ GET: 'read', HEAD: 'read', OPTIONS: 'read', POST: 'create', PUT: 'update', DELETE: 'delete' },
}

const measured = (name: string, result: number) =>
  result === 0
    ? []
    : [{ result, metric: { metricId: randomUUID(), name: `storage.objects.${name}.bytes`, unit: 'B' } }]

/** The project id of an account. */
const projectOf = (prefix: string, account: string): string => {
  const whole = prefix === '' || prefix.endsWith('_') ? prefix : `${prefix}_`
  return account.startsWith(whole) ? account.slice(whole.length) : ''
}

const payloadOf = (
  { ctx, method, headers, ...named }: MeteredRequest,
  { incoming, outgoing, outcome }: Passed,
  { config, clock }: Deps,
) => {
  const measurements = [...measured('incoming', incoming), ...measured('outgoing', outgoing)]
  const wanted = config.metadata_headers.flatMap((name): readonly (readonly [string, string])[] => {
    const value = headers[name.toLowerCase()]
    return value === undefined ? [] : [[`http_header_${name.toLowerCase().replaceAll('-', '_')}`, value]]
  })
  const { account, container = null, object = null } = named
  return {
    typeURI: 'http://schemas.dmtf.org/cloud/audit/1.0/event',
    eventType: 'activity',
    id: randomUUID(),
    eventTime: new Date(clock.now()).toISOString(),
    action: actions[method] ?? 'unknown',
    outcome,
    initiator: {
      typeURI: 'service/security/account/user',
      ...(ctx.userId === undefined ? {} : { id: ctx.userId }),
      project_id: ctx.projectId ?? null,
    },
    target: {
      typeURI: 'service/storage/object',
      id: projectOf(config.reseller_prefix, account),
      action: method.toLowerCase(),
      metadata: {
        ...{ path: pathOf(named).slice(1), version: 'v1', container, object },
        ...Object.fromEntries(wanted),
      },
    },
    observer: { id: 'target' },
    ...(measurements.length === 0 ? {} : { measurements }),
  }
}

/** Emits a notification for each request; undefined if that is off. */
export const requestMeter = (db: Kysely<SwiftTables>, deps: Deps): RequestMeter | undefined => {
  const { notifier, config, log } = deps
  if (!notifier.on) return undefined
  return async (request, passed) => {
    const { ctx, account } = request
    if (ctx.projectId !== undefined && config.ignore_projects.includes(ctx.projectId)) return
    try {
      await notifier.tell(db, ctx, objectStoreRequested, {
        resource: account,
        payload: () => payloadOf(request, passed, deps),
      })
    } catch (error) {
      // The request itself succeeded and is not undone because its notification failed.
      log.error({ account, problem: messageOf(error) }, 'the notification of a request could not be stored')
    }
  }
}
