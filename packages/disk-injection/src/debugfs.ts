import type { FileHandle } from 'node:fs/promises'
import type { Confinement } from '@nimbo/image-conversion/confinement'
import { runConfined } from '@nimbo/image-conversion/run-confined'
import { namelessFile } from '@nimbo/kernel/nameless-file'
import { notInjected } from './errors.ts'

const timeoutMs = 60_000

/** A file system within a disk, and how programs that read it are confined. */
export interface FileSystemAt {
  /** The disk; it belongs to `user`. */
  readonly disk: FileHandle
  readonly offset: number
  readonly confinement: Confinement
  readonly user: number | undefined
}

/** Requests to debugfs of e2fsprogs, which works on ext2, ext3 and ext4 without mounting them. */
export interface Debugfs {
  /** What a request prints, and what it complains of: it reports failures in no other way. */
  ask(request: string): Promise<{ readonly stdout: Buffer; readonly complaint: string }>
  /** Makes a change. Throws when it is complained of. */
  change(request: string): Promise<void>
  /**
   * Makes changes in the directory of an inode, by requests that contain no text of a user: they are lines of a file. `content`
   * can be read at {@link contentPath}. Throws when one is complained of; the others are made all the same.
   */
  changeIn(directory: number, requests: readonly string[], content?: Uint8Array): Promise<string>
}

/** Where a request finds the content given with it. */
export const contentPath = '/proc/self/fd/4'

/** Without the line with its version, which debugfs always prints. */
const complaintOf = (stderr: string): string => stderr.replace(/^debugfs \d.*\n/, '').trim()

/** debugfs works on the part of a disk that is one file system, whatever the file system says of itself. */
export const debugfs = ({ disk, offset, confinement, user }: FileSystemAt): Debugfs => {
  const run = async (args: readonly string[], input?: string, content?: FileHandle) => {
    const { size } = await disk.stat()
    const program = ['debugfs', ...args, `/proc/self/fd/3?offset=${offset}`] as const
    const { stdout, stderr } = await runConfined({
      command: confinement.command(user, { fileBytes: size, timeoutMs }, program),
      name: 'debugfs',
      files: [disk.fd, ...(content === undefined ? [] : [content.fd])],
      timeoutMs,
      ...(input === undefined ? {} : { input }),
    })
    return { stdout, complaint: complaintOf(stderr) }
  }
  const requireNone = (complaint: string): void => {
    if (complaint !== '') throw notInjected(complaint)
  }
  return {
    ask: (request) => run(['-R', request]),
    change: async (request) => requireNone((await run(['-w', '-R', request])).complaint),
    changeIn: async (directory, requests, content) => {
      await using file = await namelessFile()
      await file.handle.writeFile(content ?? '')
      if (user !== undefined) await file.handle.chown(user, user)
      const lines = [`cd <${directory}>`, ...requests].map((line) => `${line}\n`).join('')
      const { stdout, complaint } = await run(['-w', '-f', '-'], lines, file.handle)
      requireNone(complaint)
      return stdout.toString('latin1')
    },
  }
}
