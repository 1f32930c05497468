import type { JsonObject } from '@nimbo/kernel/json'
import { ec2Versions, hasPassword } from '../../domain/guest-data/metadata-versions.ts'

/** The content of a metadata path: a directory listing, text, JSON, or bytes. */
export type GuestPage =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json' | 'bytes'; readonly bytes: Uint8Array }

export interface GuestFacts {
  /** The files of the server's config drive by path, such as `openstack/latest/meta_data.json`. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The metadata of a version of the EC2 format. */
  readonly ec2: (version: string) => JsonObject
  readonly userData: Uint8Array | undefined
}

const list = (names: readonly string[]): GuestPage => ({ kind: 'text', text: names.join('\n') })

/** The content of a path at `169.254.169.254`; undefined when it does not exist. */
export const guestPage = (facts: GuestFacts, path: string): GuestPage | undefined => {
  const [first, ...rest] = path.split('/').filter((part) => part !== '')
  if (first === undefined) return list(ec2Versions)
  if (first === 'openstack') return openstackPage(facts.files, rest)
  return ec2Versions.includes(first) ? ec2Page(facts, first, rest) : undefined
}

const openstackPage = (
  files: ReadonlyMap<string, Uint8Array>,
  parts: readonly string[],
): GuestPage | undefined => {
  const path = ['openstack', ...parts].join('/')
  const bytes = files.get(path)
  if (bytes) return { kind: path.endsWith('.json') ? 'json' : 'bytes', bytes }
  const below = [...files.keys()].filter((file) => file.startsWith(`${path}/`))
  const names = new Set(below.map((file) => file.slice(path.length + 1).split('/')[0] ?? ''))
  // `content` holds injected files and is not a version.
  if (parts.length === 0) names.delete('content')
  const [version, ...within] = parts
  if (version !== undefined && within.length === 0 && hasPassword(version)) names.add('password')
  return names.size === 0 ? undefined : list([...names].sort())
}

const ec2Page = (
  { ec2, userData }: GuestFacts,
  version: string,
  [kind, ...parts]: readonly string[],
): GuestPage | undefined => {
  switch (kind) {
    case undefined:
      return list(['meta-data/', ...(userData === undefined ? [] : ['user-data'])])
    case 'user-data':
      return userData === undefined || parts.length > 0 ? undefined : { kind: 'bytes', bytes: userData }
    case 'meta-data':
      return ec2Value(ec2(version), parts)
    default:
      return undefined
  }
}

const isTree = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ec2Value = (tree: JsonObject, parts: readonly string[]): GuestPage | undefined => {
  let value: unknown = tree
  for (const part of parts) {
    if (!isTree(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  if (isTree(value)) return list(Object.entries(value).flatMap(nameOf).sort())
  return Array.isArray(value) ? list(value.map(String)) : { kind: 'text', text: String(value ?? '') }
}

/** EC2 format: the entry of a listing, for example `0=ada-key` for a key; directories end in a slash. */
const nameOf = ([name, value]: [string, unknown]): readonly string[] => {
  if (!isTree(value)) return name.startsWith('_') ? [] : [name]
  return [typeof value._name === 'string' ? value._name : `${name}/`]
}
