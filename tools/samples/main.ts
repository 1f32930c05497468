/**
 * `npm run samples`: keeps a request and a reply of each operation, taken from what the stories say to each API. A sample that is there
 * and still fits its contract stays, so that a run changes what it must; `--anew` takes all of them anew. Words name the test files to
 * listen to instead of all stories, in `test/` and beside the code, the command line's, and those of the dashboard that need no browser.
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
    if (status !== 0) process.stderr.write('samples: some stories failed; what the others said is taken\n')
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
