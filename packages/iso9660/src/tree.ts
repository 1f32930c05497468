/** A file in the image; its content is written once and shared by both directory hierarchies. */
export interface FileNode {
  readonly kind: 'file'
  readonly name: string
  readonly content: Uint8Array
}

export interface DirectoryNode {
  readonly kind: 'directory'
  readonly name: string
  readonly children: Map<string, TreeNode>
}

export type TreeNode = FileNode | DirectoryNode

/** Joliet's limit, in UTF-16 units; Rock Ridge keeps the whole name in one directory record up to 160 bytes. */
const maxNameUnits = 64
const maxNameBytes = 160
/** ISO 9660 allows eight levels, the root being the first. */
const maxDepth = 8

/**
 * The directory tree that a flat list of `/`-separated paths describes; missing directories are made on the way.
 * Throws on a name that one of the hierarchies cannot hold, and on a path that is both file and directory.
 */
export const treeOf = (files: ReadonlyMap<string, Uint8Array>): DirectoryNode => {
  const root: DirectoryNode = { kind: 'directory', name: '', children: new Map() }
  for (const [path, content] of files) {
    const names = path.split('/')
    const fileName = names.pop() ?? ''
    if (names.length + 1 > maxDepth) throw new Error(`${path} lies deeper than ${maxDepth} levels`)
    let directory = root
    for (const name of names) directory = childDirectory(directory, name, path)
    checkName(fileName, path)
    if (directory.children.has(fileName)) throw new Error(`${path} is in the image twice`)
    directory.children.set(fileName, { kind: 'file', name: fileName, content })
  }
  return root
}

const childDirectory = (parent: DirectoryNode, name: string, path: string): DirectoryNode => {
  const present = parent.children.get(name)
  if (present?.kind === 'directory') return present
  if (present) throw new Error(`${path} goes through ${name}, which is a file`)
  checkName(name, path)
  const made: DirectoryNode = { kind: 'directory', name, children: new Map() }
  parent.children.set(name, made)
  return made
}

const checkName = (name: string, path: string): void => {
  if (name === '' || name === '.' || name === '..' || name.includes('\0'))
    throw new Error(`${JSON.stringify(path)} has a part that is no file name`)
  if (name.length > maxNameUnits || Buffer.byteLength(name) > maxNameBytes)
    throw new Error(`${name} is longer than the ${maxNameUnits} characters that Joliet allows`)
}
