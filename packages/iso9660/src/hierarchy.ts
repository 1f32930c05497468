import { recordSize } from './directory-record.ts'
import { sectorSize } from './fields.ts'
import type { DirectoryNode, TreeNode } from './tree.ts'

/** Where a record stands in its directory; the first record of the root announces the extensions in use. */
export type RecordRole = 'self-of-root' | 'self' | 'parent' | 'child'

/** How one set of directories (ISO 9660's own, or Joliet's) writes names, and what it adds to each record. */
export interface Naming {
  /** An identifier for each child, unique within the directory. */
  identifiers(children: readonly TreeNode[]): ReadonlyMap<TreeNode, Buffer>
  systemUse(node: TreeNode, role: RecordRole): Buffer
}

export interface Entry {
  readonly node: TreeNode
  readonly identifier: Buffer
  readonly systemUse: Buffer
}

export interface PlannedDirectory {
  readonly node: DirectoryNode
  /** The root is its own parent. */
  readonly parent: PlannedDirectory | undefined
  /** Position in the path table, from 1. */
  readonly number: number
  readonly identifier: Buffer
  /** `.`, `..`, then the children in the order of their identifiers. */
  readonly entries: readonly Entry[]
  /** Bytes the records take: whole sectors, since a record never crosses a sector's end. */
  readonly size: number
}

const selfIdentifier = Buffer.from([0])
const parentIdentifier = Buffer.from([1])

/** Every directory of the tree under one naming, in path-table order: level by level, parents before children. */
export const planHierarchy = (root: DirectoryNode, naming: Naming): readonly PlannedDirectory[] => {
  const planned: PlannedDirectory[] = []
  const plan = (node: DirectoryNode, parent: PlannedDirectory | undefined, identifier: Buffer) => {
    const entries = entriesOf(node, parent?.node ?? node, parent === undefined, naming)
    planned.push({ node, parent, number: planned.length + 1, identifier, entries, size: sizeOf(entries) })
  }
  plan(root, undefined, selfIdentifier)
  // `planned` grows while it is walked: that is what makes the order breadth-first.
  for (const directory of planned) {
    for (const { node, identifier } of directory.entries.slice(2)) {
      if (node.kind === 'directory') plan(node, directory, identifier)
    }
  }
  return planned
}

const entriesOf = (
  node: DirectoryNode,
  parent: DirectoryNode,
  isRoot: boolean,
  naming: Naming,
): readonly Entry[] => {
  const self = naming.systemUse(node, isRoot ? 'self-of-root' : 'self')
  const children = [...naming.identifiers([...node.children.values()])]
    .sort(([, a], [, b]) => Buffer.compare(a, b))
    .map(([child, identifier]) => ({ node: child, identifier, systemUse: naming.systemUse(child, 'child') }))
  return [
    { node, identifier: selfIdentifier, systemUse: self },
    { node: parent, identifier: parentIdentifier, systemUse: naming.systemUse(parent, 'parent') },
    ...children,
  ]
}

const sizeOf = (entries: readonly Entry[]): number => {
  let offset = 0
  for (const entry of entries) {
    const size = recordSize(entry)
    offset = placeRecord(offset, size) + size
  }
  return Math.ceil(offset / sectorSize) * sectorSize
}

/** Where a record of `size` bytes goes when `offset` bytes are taken: here, or at the next sector. */
export const placeRecord = (offset: number, size: number): number => {
  const left = sectorSize - (offset % sectorSize)
  return size <= left ? offset : offset + left
}
