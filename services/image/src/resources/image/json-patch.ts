import { own } from '@nimbo/kernel/own'
import { errors } from '../../errors.ts'

/** The draft of JSON Patch: draft 4 has `{"add": "/name"}`, draft 10 `{"op": "add", "path": "/name"}`. */
export type PatchDraft = 4 | 10

/** A change of one property or attribute of an image. */
export interface PatchChange {
  readonly op: 'add' | 'replace' | 'remove'
  /** Name of the property, unescaped. */
  readonly name: string
  /** The position in `locations`, or `-` for the end; undefined for other properties. */
  readonly at?: string
  readonly value: unknown
  readonly draft: PatchDraft
}

const drafts: Readonly<Record<string, PatchDraft>> = {
  'application/openstack-images-v2.0-json-patch': 4,
  'application/openstack-images-v2.1-json-patch': 10,
}
const operations = ['add', 'remove', 'replace'] as const

/** The draft of a content type. */
export const patchDraft = (contentType: string): PatchDraft => {
  const [type = ''] = contentType.split(';')
  const draft = own(drafts, type.trim().toLowerCase())
  if (draft === undefined) throw errors.UnsupportedMedia({ type: type.trim().toLowerCase() })
  return draft
}

const invalid = (reason: string) => errors.Invalid({ reason })

/** Parses a patch document; throws if any part is malformed. */
export const readPatch = (document: unknown, draft: PatchDraft): readonly PatchChange[] => {
  if (!Array.isArray(document)) throw invalid('Request body must be a JSON array of operation objects.')
  return document.map((change) => readChange(change, draft))
}

const readChange = (change: unknown, draft: PatchDraft): PatchChange => {
  if (typeof change !== 'object' || change === null || Array.isArray(change))
    throw invalid('Operations must be JSON objects.')
  const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(change))
  const { op, path } = draft === 4 ? operationOfDraft4(fields) : operationOfDraft10(fields)
  const target = targetOf(path)
  if (op !== 'remove' && !fields.has('value'))
    throw invalid(`Operation "${op}" requires a member named "value".`)
  return { op, ...target, value: fields.get('value'), draft }
}

type Fields = ReadonlyMap<string, unknown>

const operationOfDraft4 = (fields: Fields) => {
  const [op, ...others] = operations.filter((name) => fields.has(name))
  if (op === undefined || others.length > 0)
    throw invalid('Operation objects must contain exactly one member named "add", "remove", or "replace".')
  return { op, path: fields.get(op) }
}

const operationOfDraft10 = (fields: Fields) => {
  const asked = fields.get('op')
  const available = operations.join(', ')
  if (asked === undefined)
    throw invalid(
      `Unable to find \`op\` in JSON Schema change. It must be one of the following: ${available}.`,
    )
  const op = operations.find((one) => one === asked)
  if (!op)
    throw invalid(`Invalid operation: \`${String(asked)}\`. It must be one of the following: ${available}.`)
  if (!fields.has('path')) throw invalid("Unable to find 'path' in JSON Schema change")
  return { op, path: fields.get('path') }
}

/** The property of a JSON pointer; only `locations` has nested values. */
const targetOf = (pointer: unknown): Pick<PatchChange, 'name' | 'at'> => {
  if (typeof pointer !== 'string' || !pointer.startsWith('/'))
    throw invalid(`Pointer \`${String(pointer)}\` does not start with "/".`)
  if (/~(?![01])/.test(pointer))
    throw invalid(`Pointer \`${pointer}\` contains "~" not part of a recognized escape sequence.`)
  const parts = pointer.slice(1).split('/')
  const [name = '', ...deeper] = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~').trim())
  if (name === '') throw invalid(`Pointer \`${pointer}\` does not contains valid token.`)
  const [at] = deeper
  if (name === 'locations' && deeper.length === 1 && at !== undefined) return { name, at }
  if (deeper.length > 0) throw invalid(`Invalid JSON pointer for this resource: '${pointer}'`)
  return { name }
}
