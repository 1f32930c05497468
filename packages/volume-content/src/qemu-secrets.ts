import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { privateMode } from './sparse-file.ts'

/** The encryption of a disk; see the volume driver interface. */
export interface VolumeLock {
  readonly passphrase: string
  readonly cipher: string
  readonly keySize: number
  readonly version: 1 | 2
}

/** Of programs that copy disks or format them. */
export const timeoutMs = 3_600_000

/** Makes the passphrase readable for a program, but not visible in process lists, while `work` runs. */
export const withPassphrase = async <Result>(
  { passphrase }: VolumeLock,
  work: (file: string) => Promise<Result>,
): Promise<Result> => {
  const directory = await mkdtemp(join(tmpdir(), 'nimbo-lock-'))
  try {
    const path = join(directory, 'passphrase')
    await writeFile(path, passphrase, { mode: privateMode })
    return await work(path)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
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

/** Resolves to what the program printed. */
export const qemuImg = async (args: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)('qemu-img', args, {
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  return stdout
}
