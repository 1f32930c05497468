import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureLibvirtd } from '@nimbo/hypervisor-libvirt/ensure-libvirtd'
import { silentLog } from '@nimbo/kernel/log'
import { canInstall, installPackages, missingPackages, missingTestPackages } from './system-packages.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const suites = [
  'packages/*/src/**/*.test.ts',
  'drivers/*/src/**/*.test.ts',
  'services/*/{src,test}/**/*.test.ts',
  'apps/*/src/**/*.test.ts',
  'tools/**/*.test.ts',
  'tests/**/*.test.ts',
]

const run = (program: string, args: readonly string[]): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(program, [...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('error', () => resolve(127))
  })

/** libvirtd for the tests of real guests, where this user can have it; resolves to what stops it again. */
const libvirtForTests = async (): Promise<() => Promise<void>> => {
  if (process.getuid?.() !== 0 || (await missingPackages()).length > 0) return async () => {}
  const stateDir = await mkdtemp(join(tmpdir(), 'nimbo-libvirt-'))
  const stop = await ensureLibvirtd({ stateDir, log: silentLog })
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

/**
 * `nimbo test [FILE…]`: everything a change must pass, or the named test files alone. As root on Debian it first installs
 * what real guests and real clients need; elsewhere the tests that need them say that they are skipped, and why.
 * `nimbo test faults` kills the cloud at every line of a server's creation; `nimbo test chaos` kills at random.
 */
export const testCommand = async (files: readonly string[]): Promise<number> => {
  const [first = '', ...words] = files
  const program = programs[first]
  if (program !== undefined) return run(process.execPath, [program, ...words])
  const missing = [...(await missingPackages()), ...(await missingTestPackages())]
  if (missing.length > 0 && (await canInstall())) {
    process.stdout.write(`Installing what the tests need: ${missing.join(' ')}\n`)
    await installPackages(missing)
  }
  if (files.length === 0) {
    const checked = await run('npm', ['run', '--silent', 'check'])
    if (checked !== 0) return checked
  }
  const stopLibvirt = await libvirtForTests()
  try {
    const limits = ['--test-concurrency=2', '--test-timeout=300000']
    return await run(process.execPath, ['--test', ...limits, ...(files.length > 0 ? files : suites)])
  } finally {
    await stopLibvirt()
  }
}
