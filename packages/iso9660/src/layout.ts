import { sectorsFor } from './fields.ts'
import type { PlannedDirectory } from './hierarchy.ts'
import { type ByteOrder, pathTable } from './path-table.ts'
import type { DirectoryNode, FileNode, TreeNode } from './tree.ts'

/** The first sixteen sectors are the system area, left empty. */
export const firstDescriptor = 16

/**
 * Empty sectors at the end, as many as other writers leave: readers look ahead, and some that seek a label (busybox's findfs)
 * give up on a volume of less than 68 KiB.
 */
const trailingSectors = 150

/** A run of bytes from the start of a sector. */
export interface Extent {
  readonly location: number
  readonly size: number
}

export interface HierarchyLayout {
  readonly directories: readonly PlannedDirectory[]
  readonly tableSize: number
  readonly tables: Readonly<Record<ByteOrder, number>>
  /** Throws for a node that is not of this tree. */
  readonly extentOf: (node: TreeNode) => Extent
}

export interface Layout {
  readonly hierarchies: readonly HierarchyLayout[]
  readonly files: ReadonlyMap<FileNode, Extent>
  readonly sectors: number
}

/** Gives every part its place: descriptors, path tables, directories, then the files that all hierarchies share. */
export const layOut = (root: DirectoryNode, plans: readonly (readonly PlannedDirectory[])[]): Layout => {
  let next = firstDescriptor + plans.length + 1
  const take = (size: number): Extent => {
    const location = next
    next += sectorsFor(size)
    return { location, size }
  }
  const placed = plans.map((directories) => {
    const tableSize = pathTable(directories, () => 0, 'little').length
    const tables = { little: take(tableSize).location, big: take(tableSize).location }
    return {
      directories,
      tableSize,
      tables,
      extents: directories.map(({ node, size }) => [node, take(size)] as const),
    }
  })
  const files = new Map(filesOf(root).map((file) => [file, take(file.content.length)]))
  return {
    hierarchies: placed.map(({ extents, ...rest }) => ({
      ...rest,
      extentOf: lookUp([...extents, ...files]),
    })),
    files,
    sectors: next + trailingSectors,
  }
}

const filesOf = (directory: DirectoryNode): readonly FileNode[] =>
  [...directory.children.values()].flatMap((child) => (child.kind === 'file' ? [child] : filesOf(child)))

const lookUp = (extents: Iterable<readonly [TreeNode, Extent]>): ((node: TreeNode) => Extent) => {
  const byNode = new Map(extents)
  return (node) => {
    const extent = byNode.get(node)
    if (!extent) throw new Error(`${node.name} was given no place in the image`)
    return extent
  }
}
