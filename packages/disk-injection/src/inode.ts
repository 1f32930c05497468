import type { Debugfs } from './debugfs.ts'
import { quotedWord } from './debugfs-words.ts'
import { notInjected } from './errors.ts'

/** A file, directory or link in the file system of a guest. */
export interface Inode {
  readonly number: number
  /** `regular`, `directory`, `symlink`, … */
  readonly type: string
  /** Permissions only, in octal digits. */
  readonly mode: string
  readonly user: number
  readonly group: number
  /** Its SELinux context. */
  readonly label?: string
  /** What a link leads to; undefined also for those of 60 bytes or more, which are stored differently. */
  readonly target?: string
}

const beginning = /^Inode: (\d+)\s+Type: (\S+(?: \S+)*?)\s+Mode:\s+([0-7]+)\s/
const owner = /^User:\s+(\d+)\s+Group:\s+(\d+)\s/m
const labelLine = /^ {2}security\.selinux \(\d+\) = "([\w:.,-]+)(?:\\000)?"$/m
const targetLine = /^Fast link dest: "(.+)"$/m

const absent = /File not found by ext2_lookup|Ext2 inode is not a directory/

const inodeOf = (text: string): Inode | undefined => {
  const [, number, type, mode] = beginning.exec(text) ?? []
  const [, user, group] = owner.exec(text) ?? []
  if (number === undefined || type === undefined || mode === undefined) return undefined
  const label = labelLine.exec(text)?.[1]
  const target = targetLine.exec(text)?.[1]
  return {
    ...{ number: Number(number), type, mode, user: Number(user ?? 0), group: Number(group ?? 0) },
    ...(label === undefined ? {} : { label }),
    ...(type === 'symlink' && target !== undefined ? { target } : {}),
  }
}

/**
 * What is at a path, which is not followed if it is a link itself; undefined if nothing is. Links on the way are followed by
 * debugfs, which knows no other files than those of this file system: one that leads out of it ends at its root.
 */
export const inodeAt = async (files: Debugfs, path: string): Promise<Inode | undefined> => {
  const { stdout, complaint } = await files.ask(`stat ${quotedWord(path)}`)
  const found = inodeOf(stdout.toString('utf8'))
  if (found !== undefined) return found
  if (absent.test(complaint)) return undefined
  throw notInjected(complaint || 'debugfs tells nothing of a file')
}
