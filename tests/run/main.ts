import { fileURLToPath } from 'node:url'
import { sweepAbandoned } from '@nimbo/testing/sweep-abandoned'
import { type Asked, readWords } from './asked.ts'
import { testHelp } from './help.ts'
import { installNeeds } from './needs.ts'
import { offerServers } from './offer-servers.ts'
import { passOver } from './passes.ts'
import { type RunChildOptions, runChild } from './run-child.ts'
import { runFiles } from './run-files.ts'
import { type PartResult, runSuite } from './run-suite.ts'
import { runWhole } from './run-whole.ts'
import { timesTable } from './spent.ts'
import { suites } from './suites.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Prefixes of the directories of libvirt and of guests' disks, which a killed run leaves behind with its guests. */
const ofGuests = ['nimbo-libvirt-', 'nimbo-guest-']

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())

/** A request that can be run. */
type Runnable = Exclude<Asked, { kind: 'help' | 'wrong' }>

/** Installs what the whole run or a suite needs, and runs the static checks for the whole run; single files need no preparation. */
const prepare = async (asked: Runnable, child: RunChildOptions): Promise<number> => {
  if (asked.kind === 'files') return 0
  await installNeeds(asked.kind === 'suite' ? asked.suite.needs : suites.flatMap(({ needs }) => needs))
  return asked.kind === 'whole' ? runChild('npm', ['run', '--silent', 'check'], child) : 0
}

const runAsked = (asked: Runnable, child: RunChildOptions): Promise<PartResult> => {
  switch (asked.kind) {
    case 'whole':
      return runWhole(child)
    case 'suite':
      return runSuite(asked.suite, asked.words, child)
    case 'files':
      return runFiles(passOver(asked.files, asked.watch), child)
  }
}

const main = async (words: readonly string[]): Promise<number> => {
  const asked = readWords(words, root, process.cwd())
  if (asked.kind === 'help') {
    process.stdout.write(testHelp)
    return 0
  }
  if (asked.kind === 'wrong') {
    process.stderr.write(`nimbo test: ${asked.complaint}\n${testHelp}`)
    return 2
  }
  const alone = { stopped: stopped.signal, cwd: root }
  const prepared = await prepare(asked, alone)
  if (prepared !== 0 || stopped.signal.aborted) return prepared || 1
  for (const prefix of ofGuests) await sweepAbandoned(prefix)
  await using servers = await offerServers()
  const { code, spent } = await runAsked(asked, { ...alone, environment: servers.environment })
  process.stdout.write(timesTable(spent))
  return stopped.signal.aborted ? 1 : code
}

process.exitCode = await main(process.argv.slice(2))
