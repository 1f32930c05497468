import type { Event } from './event.ts'
import { instantAt, numberAt, textAt } from './payload.ts'

/** The use of a resource from an instant on. */
export interface Use {
  readonly kind: 'server' | 'volume' | 'floating_ip'
  readonly resourceId: string
  readonly projectId: string | undefined
  /** The flavor of a server or the type of a volume. */
  readonly detail: string
  /** GB for a volume, otherwise 1. */
  readonly quantity: number
}

/** A change of usage by an event; instants in milliseconds. */
export type UseChange =
  | { readonly change: 'begins'; readonly use: Use; readonly at: number }
  | {
      readonly change: 'ends'
      readonly kind: Use['kind']
      readonly resourceId: string
      readonly at: number
      /** Whether the resource is deleted, so that no use of it can begin later. */
      readonly isDeleted: boolean
    }

const serverBegins = [
  ...[
    'compute.instance.create.end',
    'compute.instance.finish_resize.end',
    'compute.instance.resize.revert.end',
  ],
  ...['compute.instance.unshelve.end', 'compute.instance.restore.end'],
]
/** The events after which a resource is deleted. */
export const deletions = {
  server: 'compute.instance.delete.end',
  volume: 'volume.delete.end',
  floating_ip: 'floatingip.delete.end',
} as const satisfies Record<Use['kind'], string>

const serverEnds: readonly string[] = [
  deletions.server,
  'compute.instance.shelve_offload.end',
  'compute.instance.soft_delete.end',
]
const volumeBegins = [
  ...['volume.create.end', 'volume.manage_existing.end', 'volume.resize.end', 'volume.retype'],
  'volume.transfer.accept.end',
]

/** The beginning of the use of a server, volume or floating IP, also in a new size, or its end; undefined for other events. */
export const useChangeOf = (event: Event): UseChange | undefined => {
  const { event_type, payload, resource_id: resourceId, project_id: projectId } = event
  const at = Date.parse(event.generated)
  if (serverBegins.includes(event_type) && resourceId !== undefined) {
    const detail = textAt(payload, 'instance_type') ?? ''
    const launched = event_type.endsWith('create.end') ? instantAt(payload, 'launched_at') : undefined
    return {
      change: 'begins',
      at: launched ?? at,
      use: { kind: 'server', resourceId, projectId, detail, quantity: 1 },
    }
  }
  if (serverEnds.includes(event_type) && resourceId !== undefined)
    return {
      ...{ change: 'ends', kind: 'server', resourceId, at },
      isDeleted: event_type === deletions.server,
    }
  if (volumeBegins.includes(event_type) && resourceId !== undefined) {
    const detail = textAt(payload, 'volume_type') ?? ''
    const quantity = numberAt(payload, 'size') ?? 0
    return { change: 'begins', at, use: { kind: 'volume', resourceId, projectId, detail, quantity } }
  }
  if (event_type === deletions.volume && resourceId !== undefined)
    return { change: 'ends', kind: 'volume', resourceId, at, isDeleted: true }
  if (event_type === 'floatingip.create.end' && resourceId !== undefined)
    return {
      change: 'begins',
      at,
      use: { kind: 'floating_ip', resourceId, projectId, detail: '', quantity: 1 },
    }
  if (event_type === deletions.floating_ip) {
    const id = textAt(payload, 'floatingip_id') ?? resourceId
    return id === undefined
      ? undefined
      : { change: 'ends', kind: 'floating_ip', resourceId: id, at, isDeleted: true }
  }
  return undefined
}
