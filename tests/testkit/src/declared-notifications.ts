import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyNotification } from '@nimbo/notifications/notification'

const contracts = join(import.meta.dirname, '..', '..', '..', 'packages', 'contracts', 'src')

const isNotification = (value: object): value is AnyNotification =>
  'eventType' in value && 'publisher' in value && 'payload' in value

/** All notifications in a module's exports, at any depth. */
const notificationsIn = (value: unknown, seen: Set<object> = new Set()): readonly AnyNotification[] => {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  return isNotification(value)
    ? [value]
    : Object.values(value).flatMap((inner) => notificationsIn(inner, seen))
}

const declaredBy = async (service: string): Promise<readonly AnyNotification[]> => {
  const files = globSync('**/*.ts', { cwd: join(contracts, service) })
  const modules = files.map((file): Promise<unknown> => import(join(contracts, service, file)))
  return [...new Set((await Promise.all(modules)).flatMap((module) => notificationsIn(module)))]
}

/** All declared notifications by service, such as `compute`. */
export const declaredNotifications = async (): Promise<ReadonlyMap<string, readonly AnyNotification[]>> => {
  const declared = await Promise.all(
    readdirSync(contracts).map(async (service) => [service, await declaredBy(service)] as const),
  )
  return new Map(declared.filter(([, notifications]) => notifications.length > 0))
}
