import { own } from '@nimbo/kernel/own'
import { errors } from '../../errors.ts'

/** One change of `application/openstack-images-v2.1-json-patch`, on a property or on the list of tags. */
export interface PatchChange {
  readonly op: 'add' | 'replace' | 'remove'
  /** Name of the property, unescaped. */
  readonly name: string
  readonly value: unknown
}

const media = /^application\/openstack-images-v2\.(0|1)-json-patch\b/

/** Whether a content type is one of glance's own patch types. */
export const isPatchType = (contentType: string): boolean => media.test(contentType)

const fieldOf = (change: object, name: string): unknown => own(change as Record<string, unknown>, name)

/** Reads a patch document; a malformed one is refused whole. */
export const readPatch = (document: unknown): readonly PatchChange[] => {
  if (!Array.isArray(document))
    throw errors.Invalid({ reason: 'Request body must be a JSON array of operation objects.' })
  return document.map(readChange)
}

const readChange = (change: unknown): PatchChange => {
  if (typeof change !== 'object' || change === null)
    throw errors.Invalid({ reason: 'Operations must be JSON objects.' })
  const op =
    fieldOf(change, 'op') ??
    (['add', 'replace', 'remove'] as const).find((name) => Object.hasOwn(change, name))
  if (op !== 'add' && op !== 'replace' && op !== 'remove') {
    throw errors.Invalid({ reason: `Operations must be one of add, remove, replace; found ${String(op)}.` })
  }
  const path = fieldOf(change, 'path') ?? fieldOf(change, op)
  if (typeof path !== 'string' || !/^\/[^/]+$/.test(path)) {
    throw errors.Invalid({
      reason: `Invalid pointer: ${String(path)}. Pointer must name a property of the image.`,
    })
  }
  if (op !== 'remove' && fieldOf(change, 'value') === undefined) {
    throw errors.Invalid({ reason: `Operation "${op}" requires a member named "value".` })
  }
  return {
    op,
    name: path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~'),
    value: fieldOf(change, 'value'),
  }
}
