import { bothEndian32 } from './fields.ts'
import type { Naming } from './hierarchy.ts'
import type { TreeNode } from './tree.ts'

/** Plain ISO 9660 names (8.3, upper case), with the real names and modes beside them as Rock Ridge has it. */
export const rockRidge: Naming = {
  identifiers: (children) => {
    const taken = new Set<string>()
    return new Map(children.map((child) => [child, Buffer.from(identifierFor(child, taken), 'latin1')]))
  },
  systemUse: (node, role) =>
    Buffer.concat([
      ...(role === 'self-of-root' ? [sharingProtocol] : []),
      posixAttributes(node),
      ...(role === 'child' ? [alternateName(node.name)] : []),
      ...(role === 'self-of-root' ? [extensionReference] : []),
    ] satisfies Buffer[]),
}

const identifierFor = (node: TreeNode, taken: Set<string>): string => {
  const dot = node.kind === 'file' ? node.name.lastIndexOf('.') : -1
  const stem = plain(dot > 0 ? node.name.slice(0, dot) : node.name)
  const extension = dot > 0 ? plain(node.name.slice(dot + 1)).slice(0, 3) : ''
  for (let n = 0; ; n++) {
    const suffix = n === 0 ? '' : String(n)
    const short = stem.slice(0, 8 - suffix.length) + suffix
    const identifier = node.kind === 'file' ? `${short}.${extension};1` : short
    if (taken.has(identifier)) continue
    taken.add(identifier)
    return identifier
  }
}

/** Replaces all characters except those that every reader must accept. */
const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9_]/g, '_')

const entry = (signature: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(signature, 'latin1'), Buffer.from([4 + body.length, 1]), body])

/** SP: "system use fields follow, from their first byte". */
const sharingProtocol = entry('SP', Buffer.from([0xbe, 0xef, 0]))

/** ER: names the extension; the two descriptive texts are left empty so that no continuation area is needed. */
const extensionReference = entry(
  'ER',
  Buffer.concat([Buffer.from([10, 0, 0, 1]), Buffer.from('RRIP_1991A', 'latin1')]),
)

/** PX: everything belongs to root and may be read by all, as on any read-only medium. */
const posixAttributes = (node: TreeNode): Buffer => {
  const mode = node.kind === 'directory' ? 0o040555 : 0o100444
  return entry('PX', Buffer.concat([mode, linksTo(node), 0, 0].map(bothEndian32)))
}

const linksTo = (node: TreeNode): number => {
  if (node.kind === 'file') return 1
  return 2 + [...node.children.values()].filter((child) => child.kind === 'directory').length
}

/** NM: the real name, in UTF-8. */
const alternateName = (name: string): Buffer =>
  entry('NM', Buffer.concat([Buffer.from([0]), Buffer.from(name)]))
