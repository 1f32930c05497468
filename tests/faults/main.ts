import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { missingCeph } from '@nimbo/testing/ceph-cluster'
import { startCephCloud } from './ceph-cloud.ts'
import { startDistributedFaultCloud } from './distributed-fault-cloud.ts'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import type { FaultCase } from './fault-case.ts'
import type { FaultCloud } from './fault-cloud.ts'
import { keptVerdicts } from './kept-verdicts.ts'
import { cephMatrix, distributedMatrix, embeddedMatrix } from './matrix.ts'
import { verdictLine, verdictSummary, verdictTables } from './print-verdicts.ts'
import { runMatrix, type Verdict } from './run-matrix.ts'
import { sharedCases } from './shared-cases.ts'
import { usualBackend } from './usual-backend.ts'

const faults = [...new Set([...embeddedMatrix, ...distributedMatrix].map(({ fault }) => `  '${fault}'`))]

const usage = `usage: nimbo test faults [--shape embedded|ceph|distributed] [--fault NAME]… [--line N]… [--moment before|in|after]… [--resume FILE] [--jobs N] [--minutes N]
Runs every case in both shapes, and those of volumes in Ceph where its programs are installed; or only the cases selected. A line is one of the thirty of the boot flow; for an operation on a server, a place within it; for other operations, thirty plus the place.
--resume keeps verdicts in a file and leaves out cases that passed according to it. Shapes run one after another; --jobs clouds share the cases of a shape (default: one for each processor).
After --minutes no further case begins. Faults:
${faults.join('\n')}
`

const { values } = parseArgs({
  options: {
    shape: { type: 'string', multiple: true },
    fault: { type: 'string', multiple: true },
    line: { type: 'string', multiple: true },
    moment: { type: 'string', multiple: true },
    resume: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    minutes: { type: 'string', default: 'Infinity' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const startEmbedded = async (novaConf?: string): Promise<FaultCloud> => {
  const cloud = await startEmbeddedCloud(novaConf === undefined ? {} : { 'nova/nova.conf': novaConf })
  // A group is on one back end, and only volumes of that back end can join it.
  await usualBackend(cloud.admin, 'file')
  return cloud
}

const shapes = [
  { shape: 'embedded', start: startEmbedded, matrix: embeddedMatrix },
  { shape: 'ceph', start: startCephCloud, matrix: missingCeph() ? [] : cephMatrix },
  { shape: 'distributed', start: startDistributedFaultCloud, matrix: distributedMatrix },
] as const

const isAsked = (asked: readonly string[] | undefined, value: string): boolean =>
  asked === undefined || asked.includes(value)

const isAskedFor = ({ fault, line, moment }: FaultCase): boolean =>
  isAsked(values.fault, fault) && isAsked(values.line, String(line)) && isAsked(values.moment, moment)

/** Yields cases until so many minutes from now. */
const deadline = (minutes: string) => {
  const until = performance.now() + Number(minutes) * 60_000
  return function* (cases: Iterable<FaultCase>): Iterable<FaultCase> {
    for (const one of cases) {
      if (performance.now() > until) return
      yield one
    }
  }
}

const main = async (): Promise<number> => {
  const jobs = Number(values.jobs)
  if (values.help || !(Number.isSafeInteger(jobs) && jobs > 0)) {
    process.stdout.write(usage)
    return values.help ? 0 : 2
  }
  const chosen = shapes
    .filter(({ shape }) => isAsked(values.shape, shape))
    .map(({ matrix, ...one }) => ({ one, cases: matrix.filter(isAskedFor) }))
  const kept = values.resume === undefined ? undefined : keptVerdicts(values.resume)
  const asked = chosen.map(({ one, cases }) => ({
    one,
    cases: kept === undefined ? cases : kept.remaining(one.shape, cases),
  }))
  if (chosen.every(({ cases }) => cases.length === 0)) {
    process.stderr.write(`No such case.\n${usage}`)
    return 2
  }
  const began = performance.now()
  const told = (verdict: Verdict): void => {
    process.stdout.write(`${verdictLine(verdict)}\n`)
    kept?.keep(verdict)
  }
  const inMinutes = deadline(values.minutes)
  const verdicts: Verdict[] = []
  // One shape after another: with more clouds than processors, clouds wait for a processor longer than a case takes.
  for (const { one, cases } of asked) {
    const parts = sharedCases(cases, jobs).map((part) => runMatrix(one, inMinutes(part), told))
    verdicts.push(...(await Promise.all(parts)).flat())
  }
  const summary = verdictSummary(verdicts, performance.now() - began)
  process.stdout.write(`\n${verdictTables(verdicts)}\n\n${summary}\n`)
  return verdicts.every(({ broken }) => broken === undefined) ? 0 : 1
}

process.exitCode = await main()
