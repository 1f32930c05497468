import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { killWhenSilent } from '@nimbo/kernel/kill-when-silent'
import { namelessFile } from '@nimbo/kernel/nameless-file'

/** The encryption of a disk; see the volume driver interface. */
export interface VolumeLock {
  readonly passphrase: string
  readonly cipher: string
  readonly keySize: number
  readonly version: 1 | 2
}

/** The timeout of programs that format or look at disks, in milliseconds; for copies, how long they may make no progress. */
export const timeoutMs = 3_600_000

/** Makes the passphrase readable for a program while `work` runs, but visible neither in process lists nor in a directory. */
export const withPassphrase = async <Result>(
  { passphrase }: VolumeLock,
  work: (file: string) => Promise<Result>,
): Promise<Result> => {
  await using file = await namelessFile()
  await file.handle.write(passphrase)
  return await work(file.path)
}

/** The same for QEMU's programs: `work` gets the arguments that define a secret for each lock, by its name. */
export const withSecrets = <Result>(
  locks: Readonly<Record<string, VolumeLock>>,
  work: (secrets: readonly string[]) => Promise<Result>,
): Promise<Result> =>
  Object.entries(locks).reduce<(secrets: readonly string[]) => Promise<Result>>(
    (inner, [name, lock]) =>
      (secrets) =>
        withPassphrase(lock, (file) => inner([...secrets, '--object', `secret,id=${name},file=${file}`])),
    work,
  )([])

/**
 * Resolves to what the program printed. It ends with this process, whose successor begins the work anew and would have to share the
 * processors and the disk with it.
 */
export const qemuImg = async (args: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(...endingWithParent('KILL', 'qemu-img', args), {
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  return stdout
}

/**
 * Copies a disk, which takes as long as the disk is large: the program prints its progress, and is killed once that has stood
 * still for `timeoutMs`.
 */
export const convertDisk = async (args: readonly string[], clock: Clock = systemClock): Promise<void> => {
  const command = endingWithParent('KILL', 'qemu-img', ['convert', '-p', ...args])
  const running = promisify(execFile)(...command)
  killWhenSilent(running.child, timeoutMs, clock)
  try {
    await running
  } catch (cause) {
    if (!running.child.killed) throw cause
    throw new Error(`qemu-img convert made no progress within ${timeoutMs} ms`, { cause })
  }
}
