import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { messageOf } from '@nimbo/kernel/errors'
import { fileNode, imageOptions } from './disk-node.ts'
import {
  convertDisk,
  qemuImg,
  timeoutMs,
  type VolumeLock,
  withPassphrase,
  withSecrets,
} from './qemu-secrets.ts'
import { growFile, makeSparseFile } from './sparse-file.ts'

const run = promisify(execFile)

/** Keys are random and as long as the cipher's, so slow derivation gains nothing. */
const derivationMs = 10

/** QEMU's names for Linux's `aes-xts-plain64`; XTS uses two keys in one. */
const optionsOf = ({ cipher, keySize }: VolumeLock): string => {
  const [, mode = 'xts', generator = 'plain64'] = cipher.split('-')
  const [ivgen = 'plain64', hash] = generator.split(':')
  const bits = mode === 'xts' ? keySize / 2 : keySize
  const options = [
    ...['key-secret=lock', `cipher-alg=aes-${bits}`, `cipher-mode=${mode}`, `ivgen-alg=${ivgen}`],
    ...(hash === undefined ? [] : [`ivgen-hash-alg=${hash}`]),
    `iter-time=${derivationMs}`,
  ]
  return options.join(',')
}

/** QEMU measures the speed of key derivation; on busy cores it may measure no CPU time and give up. */
const unmeasured = 'Unable to get accurate CPU usage'
const mostTries = 10

const createLocked = async (args: readonly string[]): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await qemuImg(args)
      return
    } catch (error) {
      if (tries === mostTries || !messageOf(error).includes(unmeasured)) throw error
    }
  }
}

/** The offset of the data in a LUKS disk that cryptsetup formats: 2 MiB hold the key slots of any key, 16 MiB are its default. */
const headerBytes = { 1: 2_097_152, 2: 16_777_216 } as const
const sectorBytes = 512

/** Formats a file by cryptsetup, which needs no device of the kernel for that. False if it is not installed. */
const formatted = async (path: string, lock: VolumeLock): Promise<boolean> => {
  const how = ['--cipher', lock.cipher, '--key-size', String(lock.keySize)]
  const where = ['--offset', String(headerBytes[lock.version] / sectorBytes)]
  // A key of full length needs no memory-hard derivation, which would take a gigabyte.
  const derivation = [
    ...(lock.version === 2 ? ['--pbkdf', 'pbkdf2'] : []),
    '--pbkdf-force-iterations',
    '1000',
  ]
  const what = [
    'luksFormat',
    '--batch-mode',
    '--type',
    `luks${lock.version}`,
    ...how,
    ...where,
    ...derivation,
  ]
  return withPassphrase(lock, async (file) => {
    try {
      await run('cryptsetup', [...what, '--key-file', file, path], {
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
      })
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
      throw error
    }
  })
}

/**
 * Creates a LUKS-encrypted disk of that many GiB; resolves to the size of its header in bytes. It is sparse. QEMU can format only the
 * first version, and measures for seconds how fast keys are derived: it does so only where cryptsetup is not installed.
 */
export const makeLockedDisk = async (path: string, sizeGb: number, lock: VolumeLock): Promise<number> => {
  await makeSparseFile(path, sizeGb)
  if (await formatted(path, lock)) return headerBytes[lock.version]
  if (lock.version === 2) throw new Error('LUKS version 2 needs cryptsetup')
  await withSecrets({ lock }, (secret) =>
    createLocked(['create', '-q', ...secret, '-f', 'luks', '-o', optionsOf(lock), path, '0']),
  )
  const { size } = await stat(path)
  await growFile(path, sizeGb)
  return size
}

/** Copies the raw disk at `from` into one created by {@link makeLockedDisk} with LUKS version 1. */
export const fillLockedDisk = async (from: string, path: string, lock: VolumeLock): Promise<void> => {
  if (lock.version === 2) throw new Error('nothing here writes into LUKS version 2')
  await withSecrets({ lock }, async (secret) => {
    const target = imageOptions({ driver: 'luks', 'key-secret': 'lock', file: fileNode(path) })
    await convertDisk([...secret, '-n', '-f', 'raw', '--target-image-opts', from, target])
  })
}
