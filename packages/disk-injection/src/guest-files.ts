import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import { contentPath, type Debugfs } from './debugfs.ts'
import { requireName, quotedWord } from './debugfs-words.ts'
import { notInjected } from './errors.ts'
import { type Inode, inodeAt } from './inode.ts'

/** How a file or directory is made; its owner is root, and its SELinux context that of its directory by default. */
export interface Wish {
  /** Permissions, in octal digits. */
  readonly mode: string
  readonly label?: string
}

/** The files in the root file system of a guest. */
export interface GuestFiles {
  /** Whether there is a directory, or a link to one. */
  hasDirectory(path: string): Promise<boolean>
  /** The content of a file; undefined when there is none. */
  read(path: string): Promise<Buffer | undefined>
  /**
   * Replaces or creates a file in an existing directory. An existing one keeps its owner, mode and context unless a wish says
   * otherwise. A link is followed within the file system.
   */
  write(path: string, content: Uint8Array, wish?: Partial<Wish>): Promise<void>
  /** Creates a directory and those above it, unless they exist. `wish` is for the last one, even if it exists. */
  makeDirectory(path: string, wish?: Wish): Promise<void>
}

const fileMode = '0644'
const directoryMode = '0755'
const mostLinks = 8
const fileType = { regular: '010', directory: '004' } as const

interface Place {
  readonly directory: string
  readonly name: string
  readonly found: Inode | undefined
}

/** A trailing dot makes debugfs follow the last part of the path if it is a link. */
const asDirectory = (path: string): string => (path === '/' ? '/' : `${path}/.`)
/** An entry of a directory, which is followed if it is a link. */
const entryOf = (directory: string, name: string): string =>
  directory === '/' ? `/${name}` : `${asDirectory(directory)}/${name}`
/** debugfs finds nothing behind two slashes. */
const withoutDoubles = (path: string): string => path.replaceAll(/\/+/g, '/')

/** Where a path leads in the end. */
const placeOf = async (files: Debugfs, path: string): Promise<Place> => {
  let at = path
  for (let links = 0; links < mostLinks; links += 1) {
    const [directory, name] = [posix.dirname(at), posix.basename(at)]
    requireName(name)
    const found = await inodeAt(files, entryOf(directory, name))
    if (found?.type !== 'symlink') return { directory, name, found }
    if (found.target === undefined) throw notInjected(`${path} is a link with a long target`)
    at = withoutDoubles(posix.isAbsolute(found.target) ? found.target : `${directory}/${found.target}`)
  }
  throw notInjected(`${path} leads through too many links`)
}

type Owned = Pick<Inode, 'user' | 'group' | 'mode' | 'label'>

const settings = (inode: number, type: keyof typeof fileType, { user, group, mode }: Owned) => [
  `set_inode_field <${inode}> mode ${fileType[type]}${mode}`,
  `set_inode_field <${inode}> uid ${user}`,
  `set_inode_field <${inode}> gid ${group}`,
]

/** Only in a file system whose directory has a context. */
const labelling = (number: number, label: string | undefined): readonly string[] =>
  label === undefined ? [] : [`ea_set -f ${contentPath} <${number}> security.selinux`]

export const guestFiles = (files: Debugfs): GuestFiles => {
  const directoryAt = async (path: string): Promise<Inode | undefined> => {
    const found = await inodeAt(files, asDirectory(path))
    return found?.type === 'directory' ? found : undefined
  }

  const labelled = (label: string | undefined): Buffer => Buffer.from(`${label ?? ''}\0`)

  /** Writes a file under another name, so that nothing is lost when the file system is full. */
  const prepare = async (parent: Inode, content: Uint8Array, like: Owned) => {
    const name = `.nimbo-${randomUUID()}`
    try {
      const said = await files.changeIn(parent.number, [`write ${contentPath} ${name}`], content)
      const inode = Number(/^Allocated inode: (\d+)$/m.exec(said)?.[1])
      if (!Number.isSafeInteger(inode)) throw notInjected('debugfs does not tell what it made')
      const changes = [...settings(inode, 'regular', like), ...labelling(inode, like.label)]
      await files.changeIn(parent.number, changes, labelled(like.label))
      return { inode, name }
    } catch (error) {
      // Why it was not written matters more.
      await files.changeIn(parent.number, [`rm ./${name}`]).catch(() => {})
      throw error
    }
  }

  const write: GuestFiles['write'] = async (path, content, wish = {}) => {
    const place = await placeOf(files, posix.normalize(`/${path}`))
    const { found } = place
    if (found !== undefined && found.type !== 'regular') throw notInjected(`${path} is no file`)
    const parent = await directoryAt(place.directory)
    if (parent === undefined) throw notInjected(`${path} is in no directory`)
    const label = parent.label === undefined ? undefined : (wish.label ?? found?.label ?? parent.label)
    const made = await prepare(parent, content, {
      ...{ user: found?.user ?? 0, group: found?.group ?? 0, mode: wish.mode ?? found?.mode ?? fileMode },
      ...(label === undefined ? {} : { label }),
    })
    // The file is whole: now it takes the place of the other. Neither `link` nor `unlink` changes the number of its links.
    const entry = quotedWord(entryOf(place.directory, place.name))
    if (found !== undefined) await files.change(`rm ${entry}`)
    await files.change(`link <${made.inode}> ${entry}`)
    await files.changeIn(parent.number, [`unlink ./${made.name}`])
  }

  const furnish = async ({ number }: Inode, label: string | undefined, mode: string): Promise<void> => {
    const changes = [
      ...settings(number, 'directory', { user: 0, group: 0, mode }),
      ...labelling(number, label),
    ]
    await files.changeIn(number, changes, labelled(label))
  }

  /** Finds or creates a directory in an existing one. */
  const enter = async (path: string, parent: Inode, wish?: Wish): Promise<Inode> => {
    const existing = await directoryAt(path)
    const label = parent.label === undefined ? undefined : (wish?.label ?? existing?.label ?? parent.label)
    if (existing !== undefined) {
      if (wish !== undefined) await furnish(existing, label, wish.mode)
      return existing
    }
    const entry = entryOf(posix.dirname(path), posix.basename(path))
    requireName(posix.basename(path))
    // A link that leads nowhere; debugfs would make half a directory.
    if ((await inodeAt(files, entry)) !== undefined) throw notInjected(`${path} is no directory`)
    await files.change(`mkdir ${quotedWord(entry)}`)
    const made = await directoryAt(path)
    if (made === undefined) throw notInjected(`${path} is no directory`)
    await furnish(made, label, wish?.mode ?? directoryMode)
    return made
  }

  return {
    hasDirectory: async (path) => (await directoryAt(path)) !== undefined,
    read: async (path) => {
      const { found } = await placeOf(files, posix.normalize(`/${path}`))
      if (found === undefined) return undefined
      if (found.type !== 'regular') throw notInjected(`${path} is no file`)
      const { stdout, complaint } = await files.ask(`cat <${found.number}>`)
      if (complaint !== '') throw notInjected(complaint)
      return stdout
    },
    write,
    makeDirectory: async (path, wish) => {
      const parts = posix.normalize(`/${path}`).split('/').filter(Boolean)
      let parent = await directoryAt('/')
      if (parent === undefined) throw notInjected('the file system has no root directory')
      for (const index of parts.keys()) {
        const at = `/${parts.slice(0, index + 1).join('/')}`
        parent = await enter(at, parent, index === parts.length - 1 ? wish : undefined)
      }
    },
  }
}
