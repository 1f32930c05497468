import type { Bus } from '@nimbo/bus/bus'
import type { RpcVersion } from './define-rpc.ts'
import { errors } from './errors.ts'

/** The version cap of each topic. */
export type VersionCaps = ReadonlyMap<string, RpcVersion>

/** A bus with version caps for its clients. */
export interface CappedBus extends Bus {
  readonly versionCaps: VersionCaps
}

/**
 * Caps as operators configure them during an upgrade: `[upgrade_levels] compute = 1.3`. Takes the section's values by topic; a
 * topic without a value has no cap. Throws `InvalidVersionCap`.
 */
export const versionCaps = (levels: Readonly<Record<string, string | undefined>>): VersionCaps =>
  new Map(
    Object.entries(levels).flatMap(([topic, level]) =>
      level === undefined || level === '' ? [] : [[topic, versionOf(topic, level)] as const],
    ),
  )

const versionOf = (topic: string, level: string): RpcVersion => {
  const [, major, minor] = /^(\d+)\.(\d+)$/.exec(level) ?? []
  if (major === undefined || minor === undefined) throw errors.InvalidVersionCap({ topic, level })
  return `${Number(major)}.${Number(minor)}`
}

/** Adds caps to a bus for every client created on it. Must be the outermost wrapper. */
export const cappedBus = (bus: Bus, caps: VersionCaps): CappedBus => ({
  call: (target, message, options) => bus.call(target, message, options),
  cast: (target, message) => bus.cast(target, message),
  fanout: (target, message) => bus.fanout(target, message),
  listen: (target, handler, options) => bus.listen(target, handler, options),
  notify: (target, message) => bus.notify(target, message),
  subscribe: (source, handler, options) => bus.subscribe(source, handler, options),
  close: () => bus.close(),
  idle: () => bus.idle(),
  versionCaps: caps,
})

/** The cap of a topic on a bus, if it has one. */
export const capOf = (bus: Bus | CappedBus, topic: string): RpcVersion | undefined =>
  'versionCaps' in bus ? bus.versionCaps.get(topic) : undefined
