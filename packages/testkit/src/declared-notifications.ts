import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyNotification } from '@nimbo/notifications/notification'

const contracts = join(import.meta.dirname, '..', '..', 'contracts', 'src')

const isNotification = (value: object): value is AnyNotification =>
  'eventType' in value && 'publisher' in value && 'payload' in value

/** Every notification in what a module exports, however deep. */
const notificationsIn = (value: unknown): readonly AnyNotification[] => {
  if (typeof value !== 'object' || value === null) return []
  return isNotification(value) ? [value] : Object.values(value).flatMap(notificationsIn)
}

const declaredBy = async (service: string): Promise<readonly AnyNotification[]> => {
  const folder = join(contracts, service, 'notifications')
  const modules = readdirSync(folder).map((file): Promise<unknown> => import(join(folder, file)))
  return [...new Set((await Promise.all(modules)).flatMap(notificationsIn))]
}

/** All that is declared, by service: `compute`. */
export const declaredNotifications = async (): Promise<ReadonlyMap<string, readonly AnyNotification[]>> => {
  const services = readdirSync(contracts).filter((name) =>
    readdirSync(join(contracts, name)).includes('notifications'),
  )
  return new Map(
    await Promise.all(services.map(async (service) => [service, await declaredBy(service)] as const)),
  )
}
