/**
 * `npm run samples`: stores a request and a reply of each operation, recorded while tests use each API. An existing sample that still
 * matches its contract is kept, so that a run changes only what it must; `--anew` replaces all. Arguments name the test files to run;
 * by default these are unit tests, tests of services, those of the command line, and those of the dashboard that need no browser.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { recordedSamples } from './recorded-requests.ts'
import { keptSamples } from './kept-samples.ts'
import { faultsOf, sampledOperations } from './sample.ts'

const root = join(import.meta.dirname, '../..')
const words = process.argv.slice(2)
const anew = words.includes('--anew')
const files = words.filter((word) => word !== '--anew')

const withoutBrowser = ['session', 'login-link', 'sign-on'].map((name) => `tests/dashboard/${name}.test.ts`)
const everything = [['unit'], ['stories'], ['commands'], withoutBrowser]

const operations = await sampledOperations()
const kept = await keptSamples(operations)
const directory = await mkdtemp(join(tmpdir(), 'nimbo-samples-'))
try {
  for (const heard of files.length > 0 ? [files] : everything) {
    const { status } = spawnSync(join(root, 'nimbo'), ['test', ...heard], {
      ...{ cwd: root, stdio: 'inherit' },
      env: { ...process.env, NIMBO_SAMPLES: directory },
    })
    if (status !== 0) process.stderr.write('samples: some tests failed; requests of the others are used\n')
  }
  const recorded = await recordedSamples(directory, operations)
  for (const { operation, file } of operations) {
    const old = kept.get(file)
    const sample = recorded.get(file)
    if (!sample || (old && !anew && faultsOf(operation, old).length === 0)) continue
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), `${JSON.stringify(sample, undefined, 2)}\n`)
  }
  const samples = await keptSamples(operations)
  process.stdout.write(`samples: ${samples.size} of ${operations.length} operations have one\n`)
} finally {
  await rm(directory, { recursive: true, force: true })
}
