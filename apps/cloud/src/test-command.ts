import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureLibvirtd } from '@nimbo/hypervisor-libvirt/ensure-libvirtd'
import { endingWithParent } from '@nimbo/kernel/ending-with-parent'
import { silentLog } from '@nimbo/kernel/log'
import { canInstall, installPackages, missingPackages, missingTestPackages } from './system-packages.ts'
import { withoutStartingServices } from './without-starting-services.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const stopSignals = ['SIGINT', 'SIGTERM'] as const

/** Runs a program to its end, whatever that is; when this process is told to stop, or killed, the program is told, and ends orderly. */
const run = (program: string, args: readonly string[]): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(...endingWithParent('TERM', program, args), {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
    for (const signal of stopSignals) process.on(signal, pass)
    const end = (code: number): void => {
      for (const signal of stopSignals) process.off(signal, pass)
      resolve(code)
    }
    child.once('exit', (code) => end(code ?? 1))
    child.once('error', () => end(127))
  })

/** libvirtd for the tests of real guests, where this user can have it; resolves to what stops it again. */
const libvirtForTests = async (): Promise<() => Promise<void>> => {
  if (process.getuid?.() !== 0 || (await missingPackages()).length > 0) return async () => {}
  const stateDir = await mkdtemp(join(tmpdir(), 'nimbo-libvirt-'))
  // A later run removes what belongs to one that was killed.
  await writeFile(join(stateDir, 'owner'), String(process.pid))
  const stop = await ensureLibvirtd({ stateDir, endsWithProcess: true, log: silentLog })
  return async () => {
    await stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}

/** Long runs of their own, which are no part of what every change must pass. */
const programs: Readonly<Record<string, string>> = {
  faults: 'tests/faults/main.ts',
  chaos: 'tests/faults/chaos.ts',
}

const installMissing = async (): Promise<void> => {
  const missing = [...(await missingPackages()), ...(await missingTestPackages())]
  if (missing.length === 0 || !(await canInstall())) return
  process.stdout.write(`Installing what the tests need: ${missing.join(' ')}\n`)
  await withoutStartingServices(() => installPackages(missing))
}

/**
 * `nimbo test [FILE…]`: everything a change must pass, or the named test files alone, in both shapes of the cloud. As root on
 * Debian it first installs what real guests, real clients and many processes need; elsewhere the tests that need them say
 * that they are skipped, and why. `nimbo test faults` kills the cloud at every line of a server's creation; `nimbo test
 * chaos` kills at random.
 */
export const testCommand = async (files: readonly string[]): Promise<number> => {
  const [first = '', ...words] = files
  const program = programs[first]
  if (program !== undefined) return run(process.execPath, [program, ...words])
  await installMissing()
  if (files.length === 0) {
    const checked = await run('npm', ['run', '--silent', 'check'])
    if (checked !== 0) return checked
  }
  const stopLibvirt = await libvirtForTests()
  try {
    return await run(process.execPath, ['tests/run/main.ts', ...files])
  } finally {
    await stopLibvirt()
  }
}
